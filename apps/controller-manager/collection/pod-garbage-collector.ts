import { Kinds, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import {
  bundleOf,
  modificationOf,
  type ComponentContext,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
  type Modification,
  type SettingsPort,
} from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import { formatTime, TimerPhase, type Timer } from '@orrery/time';
import {
  COLLECTION_PERIOD_MS,
  CollectionSuspects,
  isOutOfService,
  markedFailed,
  podsToCollect,
  WORKLOAD_KNOBS,
  type Collected,
} from '@orrery/workloads';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & Pick<SettingsPort, 'settings'>;

/** Causes in the log of changes. */
const CAUSES: Readonly<Record<Collected['cause'], string>> = {
  terminated: 'too many pods have ended',
  orphaned: 'its node does not exist',
  'unscheduled-terminating': 'it was to end before it had a node',
  'out-of-service': 'its node is out of service',
};

/** Deletes, every 20 s, the pods that no other component removes. */
export class PodGarbageCollector implements Controller {
  private timer: Timer | undefined;
  /** Time at which a node that pods are bound to was first missed, in cluster time. */
  private readonly absentSinceMs = new Map<string, number>();
  private readonly suspects: CollectionSuspects;

  constructor(private readonly context: ComponentContext<Ports>) {
    const { cluster } = context;
    this.suspects = new CollectionSuspects({
      nodeExists: (name) => cluster.cache.get(Kinds.Node, '', name) !== undefined,
      podsOn: (node) => cluster.cache.podsOn(node),
      find: (namespace, name) => cluster.cache.get(Kinds.Pod, namespace, name),
    });
  }

  start(captured: readonly (readonly [string, number])[] = []): void {
    for (const node of this.context.cluster.cache.list(Kinds.Node)) this.nodeChanged(node.metadata.name, node);
    for (const pod of this.context.cluster.cache.list(Kinds.Pod)) {
      this.suspects.podChanged(pod.metadata.namespace ?? '', pod.metadata.name, pod);
    }
    for (const [node, sinceMs] of captured) this.absentSinceMs.set(node, sinceMs);
    this.schedule(this.context.cluster.clock.now() + 1);
  }

  capture(): readonly (readonly [string, number])[] {
    return [...this.absentSinceMs];
  }

  stop(): void {
    this.timer?.cancel();
  }

  follow(changes: readonly Change[]): void {
    const { clock } = this.context.cluster;
    for (const { key, operation, object } of changes) {
      if (key.resource === 'pods') {
        const pod = operation === Operation.Delete ? undefined : (object as Pod);
        this.suspects.podChanged(key.namespace, key.name, pod);
      }
      if (key.resource === 'pods' && !this.timer) {
        const isOver = clock.hasReached(TimerPhase.PodGarbageCollection);
        this.schedule(isOver ? clock.now() + 1 : clock.now());
      }
      if (key.resource !== 'nodes') continue;
      this.nodeChanged(key.name, operation === Operation.Delete ? undefined : object);
      if (operation === Operation.Delete) this.absentSinceMs.set(key.name, clock.now());
      else this.absentSinceMs.delete(key.name);
    }
  }

  private nodeChanged(name: string, node: KubeObject | undefined): void {
    const exists = node !== undefined;
    this.suspects.nodeChanged(name, { exists, isOutOfService: exists && this.isOutOfService(node) });
  }

  private isOutOfService(node: KubeObject): boolean {
    return this.marksPods && isOutOfService(node as Node);
  }

  private get marksPods(): boolean {
    return WORKLOAD_KNOBS[bundleOf(this.context.cluster.settings)].marksCollectedPods;
  }

  /** Schedules the next round from an instant on; none is due while there are no pods. */
  private schedule(fromMs: number): void {
    const { cache, clock } = this.context.cluster;
    this.timer = undefined;
    if (cache.count('pods') === 0) return;
    const atMs = Math.ceil(fromMs / COLLECTION_PERIOD_MS) * COLLECTION_PERIOD_MS;
    this.timer = clock.setTimer(atMs, TimerPhase.PodGarbageCollection, 'pod-garbage-collector', () => {
      runLoop(this.context, 'pod-garbage-collector', () => this.collect());
      this.schedule(clock.now() + 1);
    });
  }

  private async collect(): Promise<void> {
    const { cache, clock, store } = this.context.cluster;
    const nowMs = clock.now();
    const pods = this.suspects.pods();
    if (pods.length === 0) return;
    const collected = podsToCollect({
      pods,
      nodeExists: (name) => cache.get(Kinds.Node, '', name) !== undefined,
      isOutOfService: (name) => this.isOutOfService(cache.get(Kinds.Node, '', name)!),
      absentSinceMs: (name) => {
        const since = this.absentSinceMs.get(name) ?? nowMs;
        this.absentSinceMs.set(name, since);
        return since;
      },
      nowMs,
    });
    const removals = collected.map(({ pod: { metadata }, cause }) => ({
      key: { resource: 'pods', namespace: metadata.namespace ?? '', name: metadata.name },
      uid: metadata.uid,
      options: { gracePeriodSeconds: 0 },
      reason: CAUSES[cause],
    }));
    if (removals.length === 0) return;
    if (this.marksPods) await store.modifySoon(collected.map(markOf(formatTime(nowMs))), this.context.fence);
    await store.removeSoon(removals, this.context.fence);
  }
}

/** Returns the write that marks a collected pod as Failed before its deletion. */
function markOf(now: string): (collected: Collected) => Modification {
  return ({ pod: { metadata }, ...collected }) => {
    const key = { namespace: metadata.namespace ?? '', name: metadata.name };
    return modificationOf(Kinds.Pod, key, (pod) =>
      pod.metadata.uid === metadata.uid ? markedFailed(pod, collected, now) : undefined,
    );
  };
}
