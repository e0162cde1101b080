import type { Node, Pod } from '@orrery/api-types';
import {
  hasUsage,
  nodeCapacity,
  NodeFact,
  restartAnnotation,
  usageAnnotation,
  type Eviction,
  type PressureSettings,
  type ResourceConfiguration,
} from '@orrery/node-pressure';
import {
  DeadlineHeap,
  NodeFaultKind,
  type DeadlineState,
  type DeclaredFault,
  type HostedNode,
  type KubeletActions,
  type KubeletShard,
} from '@orrery/pod-lifecycle';
import { formatMicroTime, formatTime, parseTimeMs } from '@orrery/time';
import { WatchedNode, type WatchedNodeState } from './watched-node';

/** Pause between two runs of a node's eviction manager; not configurable, as in the real one. */
const RUN_PERIOD_MS = 10_000;
/** No disk is filled by less. */
const FEW_IMAGES_BYTES = 1_000_000_000;
/** Pause between two looks at the images of a node. */
const COLLECTION_PERIOD_MS = 300_000;
/** A daemon that was killed is started again after this long, as the kubelet's unit file says (`RestartSec`). */
const DAEMON_RESTART_MS = 10_000;
/** Delay after a victim's end until its clean-up is noticed, in milliseconds. */
const CLEAN_UP_MS = 1_000;

/** Parts of the cluster that the watch depends on. */
export interface PressureWatchOptions {
  readonly settings: PressureSettings;
  readonly configurationOf: (node: Node) => ResourceConfiguration;
}

/** State of the pressure on nodes, as plain data. */
export interface PressureWatchState {
  readonly watched: readonly (readonly [node: string, state: WatchedNodeState])[];
  /** Uids of the pods that say what they use, by node. */
  readonly users: readonly (readonly [node: string, uids: readonly string[]])[];
  readonly changed: readonly string[];
  readonly touched: readonly string[];
  readonly deadlines: DeadlineState;
}

/**
 * The eviction managers of a shard's kubelets. Only nodes are watched on which a pod or the node itself says what it
 * uses, and they are looked at only while something moves: the others cost nothing.
 */
export class PressureWatch {
  private readonly watched = new Map<string, WatchedNode>();
  private readonly usersByNode = new Map<string, Set<string>>();
  private readonly changed = new Set<string>();
  /** Nodes that others changed since their managers ran: a run of the same instant may not have seen it. */
  private readonly touched = new Set<string>();
  private readonly deadlines = new DeadlineHeap();

  constructor(
    private readonly engine: KubeletShard,
    private readonly options: PressureWatchOptions,
  ) {}

  /** Returns the state of the pressure on nodes, as plain data. */
  capture(): PressureWatchState {
    return {
      watched: [...this.watched].map(([name, watched]) => [name, watched.toState()]),
      users: [...this.usersByNode].map(([name, uids]) => [name, [...uids]]),
      changed: [...this.changed],
      touched: [...this.touched],
      deadlines: this.deadlines.toState(),
    };
  }

  /** Restores the state that {@link capture} returned; the kubelets have been restored already. */
  restore({ watched, users, changed, touched, deadlines }: PressureWatchState): void {
    for (const [name, state] of watched) {
      const hosted = this.engine.livingNode(name);
      if (hosted) this.watch(name, hosted, { firstRunMs: state.lastRunMs, state });
    }
    for (const [name, uids] of users) this.usersByNode.set(name, new Set(uids));
    for (const name of changed) this.changed.add(name);
    for (const name of touched) this.touched.add(name);
    this.deadlines.restore(deadlines);
  }

  /** A node came, changed, went, or its kubelet lives again. */
  nodeChanged(name: string, nowMs: number): void {
    const watched = this.watched.get(name);
    const isSame = this.engine.livingNode(name) === watched?.hosted && watched?.isSetUpAsBefore;
    if (watched && !isSame) this.drop(name);
    this.look(name, nowMs);
  }

  /** Restarts the managers of a node with its changed configuration. */
  configurationChanged(name: string, nowMs: number): void {
    this.drop(name);
    this.look(name, nowMs);
  }

  /** A pod came, changed, or went (`after` undefined). */
  podChanged(pod: Pod, after: Pod | undefined, nowMs: number): void {
    const { nodeName } = pod.spec;
    if (!nodeName) return;
    const users = this.usersByNode.get(nodeName);
    const { uid } = pod.metadata;
    const uses = after !== undefined && hasUsage(after.metadata.annotations);
    if (uses && !users) this.usersByNode.set(nodeName, new Set([uid]));
    else if (uses) users!.add(uid);
    else if (users?.delete(uid) && users.size === 0) this.usersByNode.delete(nodeName);
    if (uses || this.watched.has(nodeName)) this.look(nodeName, nowMs);
  }

  nextDeadlineMs(): number | undefined {
    return this.changed.size > 0 ? Number.NEGATIVE_INFINITY : this.deadlines.nextMs();
  }

  /** Runs the work due after the pods' own steps: first the kernel kills, then the managers run. */
  run(nowMs: number, actions: KubeletActions): void {
    this.note(actions);
    for (const name of new Set([...this.deadlines.takeDue(nowMs), ...this.changed].sort())) {
      const watched = this.watched.get(name);
      if (!watched || !this.engine.livingNode(name)) continue;
      watched.forget();
      this.killForMemory(watched, nowMs, actions);
      if (watched.nextRunMs !== undefined && watched.nextRunMs <= nowMs) this.evict(watched, nowMs, actions);
      if (watched.nextCollectionMs !== undefined && watched.nextCollectionMs <= nowMs)
        this.collect(watched, nowMs, actions);
      this.changed.add(name);
    }
  }

  /** Plans the next work, once everything of the instant has been done. */
  settle(nowMs: number, actions: KubeletActions): void {
    this.note(actions);
    for (const name of this.changed) {
      const watched = this.watched.get(name);
      if (!watched || !this.engine.livingNode(name)) continue;
      watched.forget();
      for (const uid of [...watched.dying]) {
        if (this.engine.isPodRunning(uid)) continue;
        watched.dying.delete(uid);
        if (watched.dying.size === 0) watched.nextRunMs = nowMs + CLEAN_UP_MS;
      }
      this.plan(name, watched, nowMs);
    }
    this.changed.clear();
  }

  private look(name: string, nowMs: number): void {
    const hosted = this.engine.livingNode(name);
    if (!hosted) return;
    if (!this.watched.has(name)) {
      const { annotations } = hosted.node.metadata;
      if (!this.usersByNode.has(name) && !hasUsage(annotations) && !isFilledByImages(hosted)) return;
      this.watch(name, hosted, { firstRunMs: Math.ceil(nowMs / RUN_PERIOD_MS) * RUN_PERIOD_MS });
    }
    this.changed.add(name);
    this.touched.add(name);
  }

  private watch(
    name: string,
    hosted: HostedNode,
    begin: { readonly firstRunMs: number; readonly state?: WatchedNodeState },
  ): void {
    const { settings, configurationOf } = this.options;
    const how = { settings, configuration: configurationOf(hosted.node), firstRunMs: begin.firstRunMs };
    this.watched.set(name, new WatchedNode(hosted, () => this.engine.podsOf(name), how, begin.state));
  }

  private drop(name: string): void {
    this.watched.delete(name);
    this.deadlines.set(name, undefined);
  }

  /** Marks the watched nodes whose pods were changed by their kubelets. */
  private note(actions: KubeletActions): void {
    for (const { nodeName } of actions.patchPodStatuses) if (this.watched.has(nodeName)) this.changed.add(nodeName);
  }

  private plan(name: string, watched: WatchedNode, nowMs: number): void {
    const isWaiting = watched.dying.size > 0;
    const isTouched = this.touched.delete(name);
    if (isWaiting) watched.nextRunMs = undefined;
    else if (!isTouched && watched.isQuiet(nowMs) && watched.lastRunMs === nowMs && (watched.nextRunMs ?? 0) <= nowMs) {
      watched.nextRunMs = undefined;
    } else if (watched.nextRunMs === undefined || watched.nextRunMs <= nowMs) {
      const runs = Math.floor((nowMs - watched.lastRunMs) / RUN_PERIOD_MS) + 1;
      watched.nextRunMs = watched.lastRunMs + runs * RUN_PERIOD_MS;
    }
    watched.nextOomMs = watched.nextOom(nowMs);
    if (!watched.needsImageCollection(nowMs)) watched.nextCollectionMs = undefined;
    else if (watched.nextCollectionMs === undefined || watched.nextCollectionMs <= nowMs) {
      watched.nextCollectionMs = (Math.floor(nowMs / COLLECTION_PERIOD_MS) + 1) * COLLECTION_PERIOD_MS;
    }
    const instants = [watched.nextRunMs, watched.nextOomMs, watched.nextCollectionMs].filter(
      (each) => each !== undefined,
    );
    this.deadlines.set(name, instants.length === 0 ? undefined : Math.max(nowMs, Math.min(...instants)));
  }

  private collect(watched: WatchedNode, nowMs: number, actions: KubeletActions): void {
    const message = watched.collectImages(nowMs);
    if (message === undefined) return;
    const { name, uid } = watched.hosted.node.metadata;
    actions.nodeEvents.push({ nodeName: name, uid, type: 'Warning', reason: 'FreeDiskSpaceFailed', message });
  }

  private killForMemory(watched: WatchedNode, nowMs: number, actions: KubeletActions): void {
    for (let kill = watched.oomKill(nowMs); kill; kill = watched.oomKill(nowMs)) {
      const { name, uid } = watched.hosted.node.metadata;
      if (kill.isSystem) {
        const [victim, pid] =
          kill.kind === 'daemon' ? [kill.daemon, pidOf(`${uid}/${kill.daemon}`)] : [kill.container, pidOf(kill.uid)];
        const message = `System OOM encountered, victim process: ${victim}, pid: ${pid}`;
        actions.nodeEvents.push({ nodeName: name, uid, type: 'Warning', reason: 'SystemOOM', message });
      }
      if (kill.kind === 'daemon') {
        const restartMs = nowMs + DAEMON_RESTART_MS;
        watched.daemonRestarts(kill.daemon, restartMs);
        const annotations = { [restartAnnotation(kill.daemon)]: formatMicroTime(restartMs) };
        actions.annotateNodes.push({ nodeName: name, uid, annotations });
      } else this.engine.killContainer(kill.uid, kill.container, nowMs);
      watched.forget();
    }
  }

  private evict(watched: WatchedNode, nowMs: number, actions: KubeletActions): void {
    const { hosted, manager } = watched;
    const { name, uid } = hosted.node.metadata;
    watched.lastRunMs = nowMs;
    watched.nextRunMs = nowMs;
    const run = manager.run(
      {
        activePods: watched.activePods,
        summarize: () => watched.statistics(nowMs),
        reclaim: (kind) => {
          if (kind === 'images') return watched.removeImages(nowMs);
          watched.removeContainers(nowMs);
          const removed = { [usageAnnotation(NodeFact.ContainersRemovedAt)]: formatTime(nowMs) };
          actions.annotateNodes.push({ nodeName: name, uid, annotations: removed });
        },
      },
      nowMs,
    );
    hosted.setPressures(manager.conditions);
    if (!run) return;
    if (run.action) {
      const { message } = run.action;
      actions.nodeEvents.push({ nodeName: name, uid, type: 'Warning', reason: 'EvictionThresholdMet', message });
    }
    for (const eviction of run.evictions) this.kill(eviction, watched, nowMs, actions);
  }

  private kill(
    { pod, graceSeconds, message, annotations }: Eviction,
    watched: WatchedNode,
    nowMs: number,
    actions: KubeletActions,
  ): void {
    const { evictionStatus, hasDisruptionTargetCondition } = watched.settings;
    const { namespace = '', name, uid } = pod.metadata;
    const ref = { namespace, name, uid, nodeName: pod.spec.nodeName! };
    actions.events.push({
      ...ref,
      type: 'Warning',
      reason: 'Evicted',
      message,
      ...(annotations ? { annotations } : {}),
    });
    const how = { status: evictionStatus, hasDisruptionTarget: hasDisruptionTargetCondition };
    this.engine.killPod(uid, { reason: 'Evicted', message, graceSeconds, ...how }, nowMs);
    watched.dying.add(uid);
  }
}

/** While a daemon that the kernel killed is not back, its work is not done. */
export function outagesOf({ metadata }: Node): DeclaredFault[] {
  const kinds = { kubelet: NodeFaultKind.KubeletStopped, runtime: NodeFaultKind.RuntimeDown } as const;
  return (['kubelet', 'runtime'] as const).flatMap((daemon) => {
    const untilMs = parseTimeMs(metadata.annotations?.[restartAnnotation(daemon)]);
    const sinceMs = (untilMs ?? 0) - DAEMON_RESTART_MS;
    return untilMs === undefined ? [] : [{ kind: kinds[daemon], sinceMs, untilMs, amount: undefined }];
  });
}

/** Returns whether its images alone could make them to be removed. */
function isFilledByImages({ imageBytes, node }: HostedNode): boolean {
  if (imageBytes < FEW_IMAGES_BYTES) return false;
  const { nodefs, imagefs } = nodeCapacity(node);
  return 2 * imageBytes > (imagefs ?? nodefs).bytes;
}

/** A process number for a container that has no process. */
function pidOf(uid: string): number {
  let hash = 0;
  for (let i = 0; i < uid.length; i++) hash = (hash * 31 + uid.charCodeAt(i)) % 30_000;
  return 1_000 + hash;
}
