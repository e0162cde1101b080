import type { Node, Pod, Taint } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { podEvent, type TaintManagerAction } from '../actions';
import { EvictionTimers, type EvictionTimer } from './eviction-timers';
import { TimerRecompute, type NodeHealthSettings } from '../settings/settings';
import { shortestLimitMs, weighTolerations, type TolerationLimit } from './toleration-deadline';

/**
 * Time that a pod stays on a node whose taints it does not tolerate, in ms. Upstream deletes it as soon as its watch
 * and its worker process it. Without that time, an owner that names the node itself would replace it for ever at one
 * instant.
 */
const ARRIVAL_MS = 100;

/**
 * The taint manager of one cluster: deletes pods from nodes with NoExecute taints by their tolerations (spec nodes B).
 * Feed a node's change before the changes of its pods. The timers are memory: after a restart {@link start} restarts
 * them.
 */
export class TaintManager {
  /** Nodes that have NoExecute taints. */
  private readonly taintedNodes = new Map<string, readonly Taint[]>();
  /** First sight of a node's taints, for deadlines that are recomputed; keys as from {@link taintId}. */
  private readonly taintSeenAtMs = new Map<string, Map<string, number>>();
  private readonly keysByNode = new Map<string, Set<string>>();
  /** The pods that have timers, also those whose node is gone. */
  private readonly podsByKey = new Map<string, Pod>();
  private readonly timers = new EvictionTimers();
  /** Pods deleted already whose object still exists. */
  private readonly deletedPods = new Set<string>();

  constructor(private readonly settings: NodeHealthSettings) {}

  /** Takes over a cluster as found: every timer starts now. */
  start(nodes: Iterable<Node>, pods: Iterable<Pod>, nowMs: number): TaintManagerAction[] {
    for (const pod of pods) this.indexPod(podKey(pod), pod);
    const byName = [...nodes].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    return byName.flatMap((node) => this.nodeChanged(undefined, node, nowMs));
  }

  /** Takes a node's new version; undefined means deleted, which stops no timer. */
  nodeChanged(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): TaintManagerAction[] {
    const name = (newNode ?? oldNode)?.metadata.name;
    if (name === undefined) return [];
    if (!newNode) {
      this.forgetTaints(name);
      return [];
    }
    const taints = (newNode.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
    if (areSameTaints(this.taintedNodes.get(name) ?? [], taints)) return [];
    if (taints.length === 0) this.forgetTaints(name);
    else this.rememberTaints(name, taints, nowMs);
    const keys = this.keysByNode.get(name);
    if (!keys) return [];
    const actions: TaintManagerAction[] = [];
    for (const key of [...keys].sort()) {
      const pod = this.podsByKey.get(key)!;
      if (taints.length === 0) this.cancel(pod, actions);
      else this.evaluate(pod, taints, nowMs, actions);
    }
    return actions;
  }

  /** Takes a pod's new version; undefined means that its object is gone. */
  podChanged(oldPod: Pod | undefined, newPod: Pod | undefined, nowMs: number): TaintManagerAction[] {
    const known = newPod ?? oldPod;
    if (!known) return [];
    const actions: TaintManagerAction[] = [];
    const key = podKey(known);
    const previous = this.podsByKey.get(key);
    if (!newPod) {
      this.dropPod(key, actions);
      return actions;
    }
    // A pod of the same name but another uid is a new pod: the old one's timer must not hit it.
    if (previous && previous.metadata.uid !== newPod.metadata.uid) this.dropPod(key, actions);
    this.indexPod(key, newPod);
    const taints = this.taintedNodes.get(newPod.spec.nodeName ?? '');
    const isNew = !previous || previous.metadata.uid !== newPod.metadata.uid;
    if (!taints || (!isNew && !hasMovedOrRetolerated(previous, newPod))) return actions;
    const hasArrived = isNew || previous.spec.nodeName !== newPod.spec.nodeName;
    if (hasArrived && weighTolerations(taints, newPod.spec.tolerations).kind === 'untolerated') {
      this.cancel(newPod, actions);
      this.schedule(newPod, { createdAtMs: nowMs, fireAtMs: nowMs + ARRIVAL_MS }, nowMs, actions);
    } else this.evaluate(newPod, taints, nowMs, actions);
    return actions;
  }

  /** The instant of the next pending eviction. */
  nextDeadlineMs(): number | undefined {
    return this.timers.nextFireAtMs();
  }

  /** Evictions that are due, in the order of (instant, namespace/name). */
  fireDue(nowMs: number): TaintManagerAction[] {
    const actions: TaintManagerAction[] = [];
    for (let key = this.timers.popDue(nowMs); key !== undefined; key = this.timers.popDue(nowMs)) {
      const pod = this.podsByKey.get(key);
      if (pod) this.deleteNow(pod, nowMs, actions);
    }
    return actions;
  }

  /** Number of pods with a pending eviction. */
  get pendingEvictions(): number {
    return this.timers.size;
  }

  /** Returns the state for a snapshot, besides nodes and pods. */
  toState(): TaintManagerState {
    return {
      timers: this.timers.entries(),
      deletedPods: [...this.deletedPods],
      taintSeenAtMs: [...this.taintSeenAtMs].map(([node, seen]) => [node, [...seen]]),
    };
  }

  /** Restores a manager from the state of {@link toState}; nodes and pods are those of the snapshot. */
  static fromState(
    state: TaintManagerState,
    settings: NodeHealthSettings,
    cluster: { nodes: Iterable<Node>; pods: Iterable<Pod> },
  ): TaintManager {
    const manager = new TaintManager(settings);
    for (const pod of cluster.pods) manager.indexPod(podKey(pod), pod);
    for (const node of cluster.nodes) {
      const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
      if (taints.length > 0) manager.taintedNodes.set(node.metadata.name, taints);
    }
    state.timers.forEach(([key, timer]) => manager.timers.set(key, timer));
    state.deletedPods.forEach((key) => manager.deletedPods.add(key));
    state.taintSeenAtMs.forEach(([node, seen]) => manager.taintSeenAtMs.set(node, new Map(seen)));
    return manager;
  }

  private evaluate(pod: Pod, taints: readonly Taint[], nowMs: number, actions: TaintManagerAction[]): void {
    const verdict = weighTolerations(taints, pod.spec.tolerations);
    if (verdict.kind === 'untolerated') {
      this.cancel(pod, actions);
      this.deleteNow(pod, nowMs, actions);
    } else if (verdict.kind === 'forever') {
      this.cancel(pod, actions);
    } else if (this.settings.timerRecompute === TimerRecompute.Min) {
      this.recomputeTimer(pod, verdict.limits, nowMs, actions);
    } else {
      this.startTimer(pod, shortestLimitMs(verdict.limits), nowMs, actions);
    }
  }

  /** The first evaluation fixes the deadline; only one of this very instant is replaced. */
  private startTimer(pod: Pod, toleratedMs: number, nowMs: number, actions: TaintManagerAction[]): void {
    const pending = this.timers.get(podKey(pod));
    if (pending && pending.createdAtMs < nowMs) return;
    if (pending) this.cancel(pod, actions);
    this.schedule(pod, { createdAtMs: nowMs, fireAtMs: nowMs + toleratedMs }, nowMs, actions);
  }

  private recomputeTimer(
    pod: Pod,
    limits: readonly TolerationLimit[],
    nowMs: number,
    actions: TaintManagerAction[],
  ): void {
    const pending = this.timers.get(podKey(pod));
    const createdAtMs = pending?.createdAtMs ?? nowMs;
    const seen = this.taintSeenAtMs.get(pod.spec.nodeName ?? '');
    // A pod that came after the taint starts its clock when it came.
    const fireAtMs = limits.reduce((earliest, { taint, toleratedMs }) => {
      return Math.min(earliest, Math.max(seen?.get(taintId(taint)) ?? nowMs, createdAtMs) + toleratedMs);
    }, Number.POSITIVE_INFINITY);
    if (pending?.fireAtMs === fireAtMs) return;
    this.schedule(pod, { createdAtMs, fireAtMs }, nowMs, actions);
  }

  private schedule(pod: Pod, timer: EvictionTimer, nowMs: number, actions: TaintManagerAction[]): void {
    const key = podKey(pod);
    if (this.deletedPods.has(key)) return;
    if (timer.fireAtMs > nowMs) {
      this.timers.set(key, timer);
    } else {
      this.timers.cancel(key);
      this.deleteNow(pod, nowMs, actions);
    }
  }

  private cancel(pod: Pod, actions: TaintManagerAction[]): void {
    const key = podKey(pod);
    this.deletedPods.delete(key);
    if (this.timers.cancel(key)) actions.push(this.event(pod, `Cancelling deletion of Pod ${key}`));
  }

  private deleteNow(pod: Pod, nowMs: number, actions: TaintManagerAction[]): void {
    const key = podKey(pod);
    const { namespace = '', name, uid } = pod.metadata;
    if (this.settings.remembersDeletedPods) this.deletedPods.add(key);
    actions.push(this.event(pod, `Marking for deletion Pod ${key}`));
    const deletion = { kind: 'deletePod', namespace, name, uid } as const;
    actions.push(
      this.settings.disruptionTargetCondition ? { ...deletion, disruptionTarget: disruptionTarget(nowMs) } : deletion,
    );
  }

  private event(pod: Pod, message: string): TaintManagerAction {
    return podEvent(pod, {
      type: 'Normal',
      reason: 'TaintManagerEviction',
      message,
      component: this.settings.taintManagerComponent,
    });
  }

  /** Updates the index of a pod. Most updates do not move it: then only its version changes. */
  private indexPod(key: string, pod: Pod): void {
    const previousNode = this.podsByKey.get(key)?.spec.nodeName;
    const { nodeName } = pod.spec;
    this.podsByKey.set(key, pod);
    if (previousNode === nodeName) return;
    if (previousNode !== undefined) this.unindexFromNode(previousNode, key);
    if (!nodeName) return;
    const keys = this.keysByNode.get(nodeName);
    if (keys) keys.add(key);
    else this.keysByNode.set(nodeName, new Set([key]));
  }

  private dropPod(key: string, actions: TaintManagerAction[]): void {
    const pod = this.podsByKey.get(key);
    if (!pod) return;
    this.cancel(pod, actions);
    this.podsByKey.delete(key);
    if (pod.spec.nodeName) this.unindexFromNode(pod.spec.nodeName, key);
  }

  private unindexFromNode(nodeName: string, key: string): void {
    const keys = this.keysByNode.get(nodeName);
    keys?.delete(key);
    if (keys?.size === 0) this.keysByNode.delete(nodeName);
  }

  private rememberTaints(node: string, taints: readonly Taint[], nowMs: number): void {
    const before = this.taintSeenAtMs.get(node);
    this.taintSeenAtMs.set(
      node,
      new Map(taints.map((taint) => [taintId(taint), before?.get(taintId(taint)) ?? nowMs])),
    );
    this.taintedNodes.set(node, taints);
  }

  private forgetTaints(node: string): void {
    this.taintSeenAtMs.delete(node);
    this.taintedNodes.delete(node);
  }
}

/** The manager's memory as plain data. */
export interface TaintManagerState {
  readonly timers: readonly (readonly [string, EvictionTimer])[];
  readonly deletedPods: readonly string[];
  readonly taintSeenAtMs: readonly (readonly [string, readonly (readonly [string, number])[]])[];
}

function podKey(pod: Pod): string {
  return `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
}

function taintId(taint: Taint): string {
  return `${taint.key}=${taint.value ?? ''}`;
}

/** Value and timeAdded count: a re-stamped taint is a change. */
function areSameTaints(a: readonly Taint[], b: readonly Taint[]): boolean {
  return a.length === b.length && a.every((taint, index) => isSameTaint(taint, b[index]!));
}

function isSameTaint(a: Taint, b: Taint): boolean {
  return a.key === b.key && a.effect === b.effect && (a.value ?? '') === (b.value ?? '') && a.timeAdded === b.timeAdded;
}

function hasMovedOrRetolerated(before: Pod, after: Pod): boolean {
  if (before.spec.nodeName !== after.spec.nodeName) return true;
  const [old, current] = [before.spec.tolerations, after.spec.tolerations];
  return old !== current && JSON.stringify(old ?? []) !== JSON.stringify(current ?? []);
}

function disruptionTarget(nowMs: number): {
  type: string;
  status: string;
  reason: string;
  message: string;
  lastTransitionTime: string;
} {
  return {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByTaintManager',
    message: 'Taint manager: deleting due to NoExecute taint',
    lastTransitionTime: formatTime(nowMs),
  };
}
