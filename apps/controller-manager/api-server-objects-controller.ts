import {
  apiServerObjects,
  keyOf,
  systemNamespaces,
  type ClockPort,
  type ComponentContext,
  type CreateRequest,
  type IdentityPort,
  type LogPort,
  type ObjectsPort,
} from '@orrery/control-plane';
import { Operation, type Change, type ObjectKey } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import { runLoop, type Controller } from './controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const FIELD_MANAGER = 'kube-apiserver';

/** Objects that the API server owns, and how often it looks whether they are there, in ms of cluster time. */
interface Owned {
  readonly periodMs: number;
  readonly objects: readonly { readonly key: ObjectKey; readonly request: CreateRequest }[];
}

/** Objects of the controllers `kubernetesservice` and `systemnamespaces` of kube-apiserver, with their periods. */
const OWNED: readonly Owned[] = [
  { periodMs: 10_000, objects: apiServerObjects().map(withKey) },
  { periodMs: 60_000, objects: systemNamespaces().map(withKey) },
];

function withKey(request: CreateRequest): { readonly key: ObjectKey; readonly request: CreateRequest } {
  const { kind, namespace, input } = request;
  return { key: keyOf({ kind, namespace, name: (input as { metadata: { name: string } }).metadata.name }), request };
}

/**
 * Makes again what the API server owns and users have deleted: the service `kubernetes` with its endpoints, and the
 * system namespaces. Checks at whole periods of cluster time, so that the time of the next check follows from the
 * objects alone.
 */
export class ApiServerObjectsController implements Controller {
  private readonly timers = new Map<Owned, Timer>();

  constructor(private readonly context: ComponentContext<Ports>) {}

  start(): void {
    for (const owned of OWNED) if (this.missing(owned).length > 0) this.wakeFor(owned);
  }

  stop(): void {
    for (const timer of this.timers.values()) timer.cancel();
    this.timers.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation } of changes) {
      if (operation !== Operation.Delete) continue;
      const owned = OWNED.find(({ objects }) => objects.some((each) => isSame(each.key, key)));
      if (owned) this.wakeFor(owned);
    }
  }

  private missing({ objects }: Owned): readonly CreateRequest[] {
    const { cache } = this.context.cluster;
    return objects.filter(({ key }) => !cache.get(key)).map(({ request }) => request);
  }

  private wakeFor(owned: Owned): void {
    if (this.timers.has(owned)) return;
    const { clock } = this.context.cluster;
    const atMs = (Math.floor(clock.now() / owned.periodMs) + 1) * owned.periodMs;
    const timer = clock.setTimer(atMs, TimerPhase.Controllers, 'api-server-objects', () => {
      this.timers.delete(owned);
      runLoop(this.context, 'api-server-objects', () => this.makeAgain(owned));
    });
    this.timers.set(owned, timer);
  }

  private async makeAgain(owned: Owned): Promise<void> {
    const { cluster, fence } = this.context;
    // A cluster that is being made gets all of it with its first objects.
    if (!cluster.cache.get({ resource: 'namespaces', namespace: '', name: 'default' })) return;
    const missing = this.missing(owned);
    if (missing.length > 0) await cluster.store.createMany(missing, { fieldManager: FIELD_MANAGER }, fence);
  }
}

function isSame(a: ObjectKey, b: ObjectKey): boolean {
  return a.resource === b.resource && a.namespace === b.namespace && a.name === b.name;
}
