import { Kinds, deepEqual, inServedVersion, type KubeObject } from '@orrery/api-types';
import { standsStill } from '@orrery/clock';
import {
  bundleOf,
  type ComponentContext,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
  type SettingsPort,
  type ProcessPort,
} from '@orrery/control-plane';
import { ClusterGoneError, FencedError, Operation, type Change } from '@orrery/store';
import { WorkSet, type WaitingKey } from '@orrery/workloads';
import { runLoop, type Controller } from '../controller';
import { PodNames } from './pod-names';
import { Reconciliation } from './reconciliation';
import type { WorkloadController } from './workload-controller';
import { idOf, keyOfId, resourceOfId, WorkloadState } from './workload-state';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort & SettingsPort & ProcessPort;

/**
 * Maximum number of objects that are reconciled at the same time: their writes share round trips, and while one is
 * written others continue.
 */
const MAX_IN_HAND = 512;
/** Maximum wait of further objects for those in hand, in real time: one that needs many round trips blocks no other. */
const MAX_LULL_MS = 50;
const NO_CONTROLLERS: readonly WorkloadController[] = [];

/** State of the workload controllers besides the objects. */
interface WorkloadCapture {
  readonly work: readonly WaitingKey[];
  /** Names that were given to pods, by the uid of their owner. */
  readonly names: readonly (readonly [string, number])[];
}

/**
 * Runs the controllers of workloads for one cluster. It follows the changes, keeps the ownership, and gives each
 * changed object to its controller: in the order of the changes, one at a time for each object, with back-off for those
 * that failed.
 */
export class WorkloadHost implements Controller {
  private readonly controllers: ReadonlyMap<string, WorkloadController>;
  /** Controllers that follow changes of other kinds, by kind. */
  private readonly listeners = new Map<string, WorkloadController[]>();
  private readonly state: WorkloadState;
  private readonly work: WorkSet;
  private readonly names: PodNames;
  /** The status that was last written to each object from here: a change to any other comes from another client. */
  private readonly ownStatus = new Map<string, unknown>();
  private inHand = 0;
  private allDone: (() => void) | undefined;
  private isWaking = false;
  private isStopped = false;
  private caughtUp: Promise<void> | undefined;

  constructor(
    private readonly context: ComponentContext<Ports>,
    controllers: readonly WorkloadController[],
  ) {
    const { cluster } = context;
    this.controllers = new Map(controllers.map((controller) => [controller.resource, controller]));
    for (const controller of controllers) {
      for (const resource of controller.watched ?? []) {
        this.listeners.set(resource, [...(this.listeners.get(resource) ?? []), controller]);
      }
    }
    this.state = new WorkloadState(() => cluster.cache, controllers);
    this.work = new WorkSet(cluster.clock, 'workloads', () => this.wake());
    this.names = new PodNames(
      cluster.seed,
      (namespace, name) => cluster.cache.get(Kinds.Pod, namespace, name) !== undefined,
    );
  }

  /**
   * Starts the controllers. Every object is reconciled once, unless the captured state has the pending work: work that
   * a previous owner left half done is found that way.
   */
  start(captured?: WorkloadCapture): void {
    this.state.load();
    if (captured) return this.restore(captured);
    for (const resource of this.controllers.keys()) {
      for (const { metadata } of this.context.cluster.cache.list(resource)) {
        this.work.add(idOf(resource, metadata.namespace ?? '', metadata.name));
      }
    }
    this.wake();
  }

  capture(): WorkloadCapture {
    return { work: this.work.toState(), names: this.names.toState() };
  }

  /** Restores the captured state. Every status was written by this controller, or was found correct. */
  private restore({ work, names }: WorkloadCapture): void {
    this.names.restore(names);
    this.work.restore(work);
    for (const resource of this.controllers.keys()) {
      for (const { metadata, status } of this.context.cluster.cache.list(resource)) {
        this.ownStatus.set(idOf(resource, metadata.namespace ?? '', metadata.name), status);
      }
    }
  }

  stop(): void {
    this.isStopped = true;
    this.work.clear();
  }

  follow(changes: readonly Change[]): void {
    if (this.isStopped) return;
    for (const change of changes) {
      this.state.apply(change);
      this.mark(change);
    }
    if (this.work.size > 0) this.wake();
  }

  /** Marks the work of a change. Most changes are of events, which need none: they cost a few map lookups. */
  private mark(change: Change): void {
    const { resource } = change.key;
    if (this.controllers.has(resource)) this.markChanged(change);
    if (this.state.isDependent(resource)) this.markControllers(change);
    for (const controller of this.listeners.get(resource) ?? NO_CONTROLLERS) {
      for (const name of controller.touchedBy!(change, this.state)) this.work.add(`${controller.resource} ${name}`);
    }
  }

  private markChanged({ key, operation, object, previous }: Change): void {
    const id = idOf(key.resource, key.namespace, key.name);
    if (operation === Operation.Delete) this.forget(id, object);
    else if (!previous || asksForSomethingElse(previous, object) || this.isForeignStatus(id, previous, object)) {
      this.work.add(id);
    }
  }

  /** Returns whether another client wrote the status: its controller reconciles and corrects it. */
  private isForeignStatus(id: string, previous: KubeObject, { status }: KubeObject): boolean {
    return previous.status !== status && !deepEqual(status, this.ownStatus.get(id));
  }

  private markControllers(change: Change): void {
    for (const id of this.state.controllersOf(change)) {
      const controller = this.controllers.get(resourceOfId(id))!;
      if (controller.concerns && !controller.concerns(change)) continue;
      if (controller.onlyFreesRoom?.(change) && !this.work.mayFail(id)) continue;
      this.work.add(id);
    }
  }

  private forget(id: string, object: KubeObject): void {
    this.work.forget(id);
    this.ownStatus.delete(id);
    this.names.forget(object.metadata.uid);
    this.controllers.get(resourceOfId(id))?.forget?.(object);
  }

  /** Starts the loop when this turn of the event loop has ended, so that changes that arrive together are handled together. */
  private wake(): void {
    if (this.isWaking || this.isStopped) return;
    this.isWaking = true;
    runLoop(this.context, 'workloads', async () => {
      await this.ready();
      await (this.inHand === 0 ? this.context.cluster.activity.turn() : this.lull());
      this.isWaking = false;
      while (this.inHand < MAX_IN_HAND && !this.isStopped) {
        const id = this.work.take();
        if (id === undefined) break;
        this.begin(id);
      }
    });
  }

  /**
   * Resolves when all that is in hand is done, or soon anyway. While that is written more happens to the same objects:
   * a ReplicaSet whose ten pods become ready one by one need not write ten statuses.
   */
  private async lull(): Promise<void> {
    const { activity, clock } = this.context.cluster;
    await new Promise<void>((resolve) => {
      // Real time is none of a clock's that stands still: what is in hand then decides alone.
      const isStill = standsStill(clock.setting);
      const timer = isStill ? undefined : setTimeout(resolve, MAX_LULL_MS);
      this.allDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.allDone = undefined;
    await activity.turn();
  }

  /** The cache may be behind what the former owner wrote: nothing is decided on such a state. */
  private async ready(): Promise<void> {
    const { cluster } = this.context;
    this.caughtUp ??= cluster.isAlone ? Promise.resolve() : cluster.caughtUp();
    try {
      await this.caughtUp;
    } catch (error) {
      this.caughtUp = undefined;
      this.isWaking = false;
      throw error;
    }
  }

  private begin(id: string): void {
    const key = keyOfId(id);
    const object = this.state.get(key);
    const controller = this.controllers.get(key.resource);
    if (!object || !controller) {
      this.work.done(id);
      return;
    }
    this.inHand++;
    const { activity, log, id: cluster } = this.context.cluster;
    void activity
      .track(() => this.step(controller, object, id))
      .then((isDone) => (isDone ? this.work.done(id) : this.work.failed(id)))
      .catch((err: unknown) => {
        if (err instanceof FencedError || err instanceof ClusterGoneError) return;
        log.error({ err, cluster, controller: controller.component, object: id }, 'reconciliation failed');
        this.work.failed(id);
      })
      .finally(() => {
        this.inHand--;
        if (this.inHand === 0) this.allDone?.();
        if (this.work.size > 0) this.wake();
      });
  }

  /** Runs one step; returns true if it did all its work. */
  private async step(controller: WorkloadController, stored: KubeObject, id: string): Promise<boolean> {
    const { state, names, work } = this;
    let isDone = true;
    const again = (atMs?: number): void => (atMs === undefined ? work.add(id) : work.addAt(id, atMs));
    const retry = (): void => void (isDone = false);
    const writesStatus = (status: unknown): void => void this.ownStatus.set(id, status);
    const { component } = controller;
    const object = inServedVersion(stored, bundleOf(this.context.cluster.settings));
    const context = { ...this.context, fence: { ...this.context.fence, part: component } };
    const options = { context, state, names, component, object, again, retry, writesStatus };
    await controller.reconcile(object, new Reconciliation(options));
    return isDone;
  }
}

/** Returns whether an object differs in more than its status. */
function asksForSomethingElse(previous: KubeObject, object: KubeObject): boolean {
  if (previous.spec !== object.spec) return true;
  const before = previous.metadata;
  const after = object.metadata;
  return (
    before.uid !== after.uid ||
    before.generation !== after.generation ||
    before.labels !== after.labels ||
    before.annotations !== after.annotations ||
    before.ownerReferences !== after.ownerReferences ||
    before.finalizers !== after.finalizers ||
    before.deletionTimestamp !== after.deletionTimestamp
  );
}
