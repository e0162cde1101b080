import { isDeepStrictEqual } from 'node:util';
import { controllerUser } from '@orrery/access';
import { ApiError, isAlreadyExists, type KindInfo, type KubeObject } from '@orrery/api-types';
import {
  bundleOf,
  keyOf,
  requireKind,
  type ComponentContext,
  type Removal,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type SettingsPort,
} from '@orrery/control-plane';
import type { ObjectKey } from '@orrery/store';
import { adopted, controllerOf, released, WORKLOAD_KNOBS, type WorkloadKnobs } from '@orrery/workloads';
import type { PodNames } from './pod-names';
import type { WorkloadState } from './workload-state';

/** Ports used by this class. */
type Ports = ObjectsPort & ClockPort & EventsPort & SettingsPort;

/** Object to create. */
export interface Creation {
  readonly kind: KindInfo;
  readonly input: object;
}

/** An object as it was seen and as it shall be. */
export interface Replacement {
  readonly seen: KubeObject;
  readonly next: KubeObject;
}

/** Object with a controller, or an object to adopt. */
type Dependent = Pick<KubeObject, 'metadata'>;

/** Result of a series of creations. */
export interface CreationOutcome {
  readonly created: readonly KubeObject[];
  /** The reason why the first one failed that did; those behind its batch were not tried. */
  readonly failure: string | undefined;
}

export interface ReconciliationOptions {
  readonly context: ComponentContext<Ports>;
  readonly state: WorkloadState;
  readonly names: PodNames;
  readonly component: string;
  /** The object that is reconciled. */
  readonly object: KubeObject;
  /** Requests a new reconciliation of the object: at once, or at an instant of cluster time. */
  readonly again: (atMs?: number) => void;
  /** Reports that this step failed: the object is reconciled again with back-off. */
  readonly retry: () => void;
  /** Called with each status before it is written. */
  readonly writesStatus: (status: unknown) => void;
}

/**
 * Operations of a control loop while it reconciles one object. Every write waits until the cache has seen it, so that
 * the next reconciliation sees the writes of this one. Writes of concurrent reconciliations share their round trips.
 */
export class Reconciliation {
  constructor(private readonly options: ReconciliationOptions) {}

  get state(): WorkloadState {
    return this.options.state;
  }

  /** Cluster time in ms. */
  get nowMs(): number {
    return this.options.context.cluster.clock.now();
  }

  get knobs(): WorkloadKnobs {
    return WORKLOAD_KNOBS[bundleOf(this.options.context.cluster.settings)];
  }

  /** Returns a name for a new pod of the object: the same in every run that requests pods in the same order. */
  newPodName(): string {
    return this.options.names.next(this.options.object);
  }

  /** Requests a reconciliation of the object at this instant of cluster time, or earlier after a change. */
  recheckAt(atMs: number | undefined): void {
    if (atMs !== undefined) this.options.again(atMs);
  }

  /** Requests a reconciliation of the object with back-off: this step could not be completed now. */
  retryLater(): void {
    this.options.retry();
  }

  /** Requests a new reconciliation of the object at once. */
  recheckNow(): void {
    this.options.again();
  }

  /** Creates one object in the namespace of the reconciled one. */
  async create(creation: Creation): Promise<KubeObject | ApiError> {
    return (await this.createAll([creation]))[0]!;
  }

  /**
   * Slow start: creates 1, 2, 4, 8 and so on at a time; what would come after a batch with a failure is not tried. The
   * end of a namespace does not count as a failure: it accepts no more objects. Each object is announced by an event
   * about the owner; one whose name is taken is skipped without an event if names are given, because the previous
   * object of that name may still be terminating.
   */
  async createSlowly(
    creations: readonly Creation[],
    { namesAreGiven = false }: { readonly namesAreGiven?: boolean } = {},
  ): Promise<CreationOutcome> {
    const created: KubeObject[] = [];
    let failure: string | undefined;
    let start = 0;
    for (let size = 1; start < creations.length && !failure; size *= 2) {
      const batch = creations.slice(start, start + size);
      start += size;
      for (const [i, answer] of (await this.createAll(batch)).entries()) {
        if (!(answer instanceof ApiError)) {
          created.push(answer);
          this.announce('SuccessfulCreate', `Created ${answer.kind.toLowerCase()}: ${answer.metadata.name}`);
          continue;
        }
        if (isNamespaceTerminating(answer)) return { created, failure: undefined };
        const message = namesAreGiven ? answer.message : withoutLetters(answer.message, batch[i]!.input);
        if (!namesAreGiven || !isTaken(answer)) this.warn('FailedCreate', `Error creating: ${message}`);
        failure ??= message;
      }
    }
    return { created, failure };
  }

  /** Deletes objects, all in parallel, each only if it is still the same. Returns the reason of the first failure. */
  async remove(objects: readonly KubeObject[], { announces = true } = {}): Promise<string | undefined> {
    if (objects.length === 0) return undefined;
    const { cluster, fence } = this.options.context;
    const removals = objects.map(({ apiVersion, kind, metadata }): Removal => {
      const key = placeOf({ apiVersion, kind, metadata });
      return { key, uid: metadata.uid, options: { propagationPolicy: 'Background' } };
    });
    const outcomes = await cluster.store.remove(removals, fence);
    let failure: string | undefined;
    outcomes.forEach((outcome, i) => {
      const { kind, metadata } = objects[i]!;
      if (outcome instanceof ApiError) {
        failure ??= outcome.message;
        if (announces) this.warn('FailedDelete', `Error deleting: ${outcome.message}`);
      } else if (announces && outcome.changed) {
        this.announce('SuccessfulDelete', `Deleted ${kind.toLowerCase()}: ${metadata.name}`);
      }
    });
    return failure;
  }

  /**
   * Replaces objects by changed versions of them, each only if it has not changed since it was read: otherwise the
   * reconciled object is reconciled again. Returns true if all were written.
   */
  async update(changes: readonly Replacement[]): Promise<boolean> {
    if (changes.length === 0) return true;
    const { cluster, fence } = this.options.context;
    const modifications = changes.map(({ seen, next }) => ({
      key: placeOf(seen),
      change: (current: KubeObject): KubeObject | undefined => (isSameVersion(current, seen) ? next : undefined),
    }));
    const outcomes = await cluster.store.modify(modifications, fence);
    const isDone = outcomes.every((outcome) => !(outcome instanceof ApiError) && outcome.changed);
    if (!isDone) this.recheckNow();
    return isDone;
  }

  /**
   * Adopts and releases dependents, regardless of other changes since they were read: as upstream, which patches
   * the references alone (`pkg/controller/controller_ref_manager.go`). An update that fails because a pod was bound
   * meanwhile would leave it without an owner, and another pod would be made in its place.
   */
  async changeOwners(claimed: {
    readonly adopted: readonly Dependent[];
    readonly released: readonly Dependent[];
  }): Promise<void> {
    if (claimed.adopted.length === 0 && claimed.released.length === 0) return;
    const { context, object: owner } = this.options;
    const { uid } = owner.metadata;
    const changeOf =
      (seen: Dependent, change: (current: KubeObject) => KubeObject | undefined) =>
      (current: KubeObject): KubeObject | undefined =>
        current.metadata.uid === seen.metadata.uid ? change(current) : undefined;
    const adopt = (current: KubeObject): KubeObject | undefined =>
      controllerOf(current) || current.metadata.deletionTimestamp ? undefined : adopted(current, owner);
    await context.cluster.store.modify(
      [
        ...claimed.adopted.map((seen) => ({ key: placeOf(seen as KubeObject), change: changeOf(seen, adopt) })),
        ...claimed.released.map((seen) => ({
          key: placeOf(seen as KubeObject),
          change: changeOf(seen, (current) => released(current, uid)),
        })),
      ],
      context.fence,
    );
  }

  /** Adds annotations to an object, regardless of other changes since it was read; not to another one of its name. */
  async annotate(seen: KubeObject, annotations: Readonly<Record<string, string>>): Promise<void> {
    const { context } = this.options;
    const change = (current: KubeObject): KubeObject | undefined => {
      const { metadata } = current;
      if (metadata.uid !== seen.metadata.uid) return undefined;
      const isNew = Object.entries(annotations).some(([name, value]) => metadata.annotations?.[name] !== value);
      if (!isNew) return undefined;
      return { ...current, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } };
    };
    await context.cluster.store.modify([{ key: placeOf(seen), change }], context.fence);
  }

  /**
   * Writes the status of the reconciled object, regardless of other changes since, but not over a status that it was
   * not made from: clients write statuses too (`oc rollout latest` requests a version there). The object is reconciled
   * again then.
   */
  async writeStatus(status: unknown): Promise<void> {
    const { context, object, writesStatus } = this.options;
    writesStatus(status);
    let isStale = false;
    const change = (current: KubeObject): KubeObject | undefined => {
      if (current.metadata.uid !== object.metadata.uid) return undefined;
      isStale = current.status !== object.status && !isDeepStrictEqual(current.status, object.status);
      return isStale ? undefined : { ...current, status };
    };
    await context.cluster.store.modify([{ key: placeOf(object), change }], context.fence);
    if (isStale) this.recheckNow();
  }

  /** Records an event of type Normal. */
  announce(reason: string, message: string): void {
    this.record('Normal', reason, message);
  }

  /** Records an event of type Warning. */
  warn(reason: string, message: string): void {
    this.record('Warning', reason, message);
  }

  private async createAll(creations: readonly Creation[]): Promise<(KubeObject | ApiError)[]> {
    const { context, component, object } = this.options;
    const { namespace = '' } = object.metadata;
    const requests = creations.map(({ kind, input }) => ({ kind, namespace, input }));
    return context.cluster.store.withAccount(controllerUser(component)).createMany(requests, {}, context.fence);
  }

  private record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { context, component, object } = this.options;
    const { name, namespace = '', uid, resourceVersion } = object.metadata;
    const { apiVersion, kind } = object;
    const involvedObject = { apiVersion, kind, name, namespace, uid, resourceVersion };
    context.cluster.events.record([{ type, reason, message, component, involvedObject }], context.fence);
  }
}

/** Returns whether a creation was refused because its namespace is going. */
export function isNamespaceTerminating(error: ApiError): boolean {
  return error.details.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false;
}

/** Returns whether a creation was refused because something of its name is there. */
export function isTaken(error: ApiError): boolean {
  return isAlreadyExists(error);
}

/** Random suffixes of names are left out, so that repeated failures have the same message. */
function withoutLetters(message: string, input: object): string {
  const { metadata = {} } = input as { readonly metadata?: { readonly name?: string; readonly generateName?: string } };
  const { name, generateName } = metadata;
  return name && generateName ? message.replaceAll(name, generateName) : message;
}

function placeOf({ apiVersion, kind, metadata }: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): ObjectKey {
  return keyOf({ kind: requireKind(apiVersion, kind), namespace: metadata.namespace ?? '', name: metadata.name });
}

function isSameVersion(current: KubeObject, seen: KubeObject): boolean {
  const { uid, resourceVersion } = current.metadata;
  return uid === seen.metadata.uid && resourceVersion === seen.metadata.resourceVersion;
}
