import {
  Kinds,
  inServedVersion,
  isScalable,
  scaleOf,
  servedForm,
  type KubeObject,
  type LabelSelector,
  type OwnerReference,
  type PodDisruptionBudget,
} from '@orrery/api-types';
import {
  bundleOf,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type KindsPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { nameOf, Operation, resourceName, type Change } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import {
  controllerOf,
  disruptionStatus,
  SelectedPods,
  WORKLOAD_KNOBS,
  type ControllerScale,
  type DisruptionNote,
  type DisruptionVerdict,
  type NoScale,
} from '@orrery/workloads';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & EventsPort & LogPort & SettingsPort;

const BUDGETS = 'poddisruptionbudgets.policy';
/** Name of the component in events. */
const COMPONENT = 'controllermanager';

/** Last status that it wrote into each budget, as JSON, and the times of its rechecks. */
interface DisruptionCapture {
  readonly ownStatus: readonly (readonly [budget: string, status: string])[];
  readonly rechecks: readonly (readonly [budget: string, atMs: number])[];
}

/** Keeps the status of disruption budgets true. */
export class DisruptionController implements Controller {
  private readonly rechecks = new Map<string, { readonly timer: Timer; readonly atMs: number }>();
  /** The pods that each budget guards. */
  private readonly guarded: SelectedPods;
  private dirty = new Set<string>();
  /** The text of the status that was last written to each budget from here: any other comes from another client. */
  private readonly ownStatus = new Map<string, string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.guarded = new SelectedPods((namespace) => context.cluster.cache.list(Kinds.Pod, namespace));
    this.rounds = new Rounds(context, {
      controller: 'disruption',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(captured?: DisruptionCapture): void {
    const keys = this.context.cluster.cache.list(BUDGETS).map((budget) => this.guard(budget));
    if (!captured) return this.mark(keys);
    for (const [key, status] of captured.ownStatus) this.ownStatus.set(key, status);
    for (const [key, atMs] of captured.rechecks) this.recheck(key, atMs);
  }

  capture(): DisruptionCapture {
    return { ownStatus: [...this.ownStatus], rechecks: [...this.rechecks].map(([key, { atMs }]) => [key, atMs]) };
  }

  stop(): void {
    for (const { timer } of this.rechecks.values()) timer.cancel();
  }

  /** A budget changed, or a pod that it guards or guarded. */
  follow(changes: readonly Change[]): void {
    const touched: string[] = [];
    for (const { key, operation, object, previous } of changes) {
      const next = operation === Operation.Delete ? undefined : object;
      if (key.resource === 'pods') touched.push(...this.guarded.podChanged(previous, next));
      else if (key.resource !== BUDGETS) continue;
      else if (!next) this.forget(nameOf(key.namespace, key.name), key.namespace);
      else if (next.spec !== previous?.spec) touched.push(this.guard(next));
      else if (next.status !== previous?.status) touched.push(...this.foreignStatus(next));
    }
    this.mark(touched);
  }

  /** A budget came or changed: what {@link follow} has seen already, unless this process has only begun. */
  async reconcile(keys: readonly string[]): Promise<void> {
    this.mark(keys);
  }

  /** Tracks the pods that the budget selects from now on. Returns its key. */
  private guard({ metadata: { namespace = '', name }, spec }: KubeObject): string {
    const key = nameOf(namespace, name);
    this.guarded.set(key, namespace, (spec as { selector?: LabelSelector } | undefined)?.selector);
    return key;
  }

  /** The key of a budget whose status another client wrote, such as an eviction. */
  private foreignStatus({ metadata: { namespace = '', name }, status }: KubeObject): string[] {
    const key = nameOf(namespace, name);
    return this.ownStatus.get(key) === JSON.stringify(status) ? [] : [key];
  }

  private forget(key: string, namespace: string): void {
    this.ownStatus.delete(key);
    this.guarded.set(key, namespace, undefined);
    this.recheck(key, undefined);
  }

  private mark(keys: readonly string[]): void {
    for (const key of keys) this.dirty.add(key);
    this.rounds.run();
  }

  private async round(): Promise<void> {
    const batch = [...this.dirty];
    this.dirty = new Set();
    const verdicts = new Map<string, DisruptionVerdict>();
    const modifications = batch.flatMap((key) => this.modificationFor(key, verdicts));
    if (modifications.length === 0) return;
    const { cluster, fence } = this.context;
    await cluster.store.modifySoon(modifications, fence);
    for (const [key, { notes, recheckAtMs }] of verdicts) {
      this.recheck(key, recheckAtMs);
      this.recordEvents(key, notes);
    }
  }

  private modificationFor(key: string, verdicts: Map<string, DisruptionVerdict>): Modification[] {
    const { cache, clock, settings } = this.context.cluster;
    const slash = key.indexOf('/');
    const objectKey = { resource: BUDGETS, namespace: key.slice(0, slash), name: key.slice(slash + 1) };
    if (!cache.get(objectKey)) return [];
    return [
      {
        key: objectKey,
        change: (object) => {
          const budget = object as PodDisruptionBudget;
          const verdict = disruptionStatus({
            budget,
            pods: this.guarded.of(key) ?? [],
            scaleOf: (controller) => this.scaleOf(objectKey.namespace, controller),
            knobs: WORKLOAD_KNOBS[bundleOf(settings)],
            nowMs: clock.now(),
          });
          verdicts.set(key, verdict);
          const text = JSON.stringify(verdict.status);
          this.ownStatus.set(key, text);
          return text === JSON.stringify(budget.status) ? undefined : { ...object, status: verdict.status };
        },
      },
    ];
  }

  /** A ReplicaSet of a Deployment is a part of that: two of them during a rollout have one scale between them. */
  private scaleOf(
    namespace: string,
    { apiVersion, kind, name, uid }: OwnerReference,
  ): ControllerScale | NoScale | undefined {
    const known = this.context.cluster.kinds.byGvk(apiVersion, kind);
    if (!known) return { failure: `no matches for kind "${kind}" in version "${apiVersion}"` };
    if (!isScalable(known)) return { failure: `${resourceName(known)} does not implement the scale subresource` };
    const owner = this.context.cluster.cache.get({ resource: resourceName(known), namespace, name });
    if (owner?.metadata.uid !== uid) return undefined;
    const above = known.kind === 'ReplicaSet' && !known.isCustom ? controllerOf(owner) : undefined;
    const whole = above?.kind === 'Deployment' ? this.scaleOf(namespace, above) : undefined;
    if (known.scalePaths) {
      const { spec } = scaleOf(servedForm(known, owner), known.scalePaths);
      return { uid, replicas: (spec as { replicas?: number }).replicas ?? 0 };
    }
    return whole ?? { uid, replicas: (owner.spec as { replicas?: number } | undefined)?.replicas ?? 1 };
  }

  private recordEvents(key: string, notes: readonly DisruptionNote[]): void {
    const { cluster, fence } = this.context;
    const slash = key.indexOf('/');
    const place = { resource: BUDGETS, namespace: key.slice(0, slash), name: key.slice(slash + 1) };
    const budget = cluster.cache.get(place);
    if (!budget || notes.length === 0) return;
    cluster.events.record(
      notes.map(({ pod, type, reason, message }) => {
        const { apiVersion, kind, metadata } = inServedVersion(pod ?? budget, cluster.kinds.release);
        const { namespace = '', name, uid, resourceVersion } = metadata;
        const involvedObject = { apiVersion, kind, namespace, name, uid, resourceVersion };
        return { type, reason, message, component: COMPONENT, involvedObject };
      }),
      fence,
    );
  }

  private recheck(key: string, atMs: number | undefined): void {
    this.rechecks.get(key)?.timer.cancel();
    this.rechecks.delete(key);
    if (atMs === undefined) return;
    const timer = this.context.cluster.clock.setTimer(atMs, TimerPhase.Controllers, 'disruption', () => {
      this.rechecks.delete(key);
      this.mark([key]);
    });
    this.rechecks.set(key, { timer, atMs });
  }
}
