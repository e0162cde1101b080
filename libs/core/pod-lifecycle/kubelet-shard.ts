import { isTerminalPhase, PodConditionType, type Node, type Pod, type PodStatus } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { DeadlineHeap } from './deadline-heap';
import { HostedNode } from './hosted-node';
import { isAnythingRunning, isOver, newHostedPod, podRef, type HostedPod } from './hosted-pod';
import { admitPod } from './kubelet-admission';
import { noActions, type KubeletActions, type PodRef } from './kubelet-actions';
import type { KubeletSettings } from './kubelet-settings';
import { orderKill, type KillOrder } from './kill-order';
import { PodLife, type Chance, type PodSubject } from './pod-life';
import { NodeStages } from './node-stages';
import { settlePodStatus } from './pod-status';
import { isSameRequest, withSeenTransitions } from './pod-news';
import { pressureEvents } from './pressure-conditions';
import { isSameValue } from './same-value';
import { defaultPodStages } from './stages/default-pod-stages';
import type { StageRecord } from './stages/stage';
import { StageMatcher } from './stages/stage-matcher';

export interface KubeletShardOptions {
  readonly settings: KubeletSettings;
  /** Seed of the cluster; the same seed and feeds give the same actions. */
  readonly seed: string | number;
  /** Instant from which periods are counted. */
  readonly originMs?: number;
  /** Validated stages; the default ones if left out. */
  readonly stages?: readonly StageRecord[];
}

/** Stages in a row at one instant; more means that a set of stages runs in circles, which must not stop the shard. */
const STAGES_AT_ONCE = 1000;
const CIRCLE_PAUSE_MS = 1000;
/** Conditions the kubelet answers for; others are taken from whoever writes them. */
const OWN_CONDITIONS = new Set<string>([
  PodConditionType.PodReadyToStartContainers,
  PodConditionType.Initialized,
  PodConditionType.Ready,
  PodConditionType.ContainersReady,
]);

/**
 * The kubelets of any number of simulated nodes. Feed nodes and the pods bound to them; at {@link nextDeadlineMs} call
 * {@link runDue}, which returns what all of them want written. It works from what it is fed, whatever went before:
 * after a restart feed everything again. Pods of nodes that are not fed are kept but not acted upon.
 */
export class KubeletShard {
  private readonly settings: KubeletSettings;
  private readonly originMs: number;
  private readonly life: PodLife;
  private readonly nodes = new Map<string, HostedNode>();
  private readonly stopped = new Set<string>();
  private readonly pods = new Map<string, HostedPod>();
  private readonly podsByNode = new Map<string, Set<string>>();
  private readonly podDeadlines = new DeadlineHeap();
  private readonly leaseDeadlines = new DeadlineHeap();
  private readonly statusDeadlines = new DeadlineHeap();
  private readonly nodeStages: NodeStages;

  constructor(options: KubeletShardOptions) {
    this.settings = options.settings;
    this.originMs = options.originMs ?? 0;
    const chance: Chance = (...key) => randomFor(options.seed, ...key);
    const stages = new StageMatcher(options.stages ?? defaultPodStages(options.settings));
    this.life = new PodLife(stages, options.settings, chance);
    this.nodeStages = new NodeStages(stages, chance);
  }

  /** Takes a node's new version; undefined means deleted: its kubelet ceases to act. */
  nodeChanged(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): void {
    const name = (newNode ?? oldNode)?.metadata.name;
    if (name === undefined) return;
    const known = this.nodes.get(name);
    if (!newNode) {
      this.nodes.delete(name);
      this.leaseDeadlines.set(name, undefined);
      this.statusDeadlines.set(name, undefined);
      this.nodeStages.forget(name);
    } else if (known && known.node.metadata.uid === newNode.metadata.uid) {
      known.update(newNode);
      if (known.hasWordToSay && !this.stopped.has(name)) this.statusDeadlines.set(name, nowMs);
      // It may have got its range of addresses just now.
      for (const waiting of known.withoutAddress) this.podDeadlines.set(waiting, nowMs);
      if (!this.stopped.has(name)) this.nodeStages.look(known, nowMs);
    } else {
      this.nodes.set(name, new HostedNode(newNode, this.settings));
      if (!this.stopped.has(name)) this.wakeNode(name, nowMs);
    }
  }

  /** Takes a pod's new version; undefined means that its object is gone. Pods without a node are ignored. */
  podChanged(oldPod: Pod | undefined, newPod: Pod | undefined, nowMs: number): void {
    const uid = (newPod ?? oldPod)?.metadata.uid;
    if (uid === undefined) return;
    if (!newPod) return this.forgetPod(uid, nowMs);
    if (!newPod.spec.nodeName) return;
    const known = this.pods.get(uid);
    if (known && !this.updatePod(known, newPod, nowMs)) return;
    if (!known) this.takePod(newPod);
    this.podDeadlines.set(uid, nowMs);
  }

  /** A status write or deletion of this pod failed: it is tried again. */
  podWriteFailed(uid: string, nowMs: number): void {
    const entry = this.pods.get(uid);
    if (!entry) return;
    Object.assign(entry, { isWriteDue: true, isWriteUnseen: false, isDeleted: false });
    this.podDeadlines.set(uid, nowMs);
  }

  /** Fault: the kubelet of a node dies. It neither renews, nor reports, nor touches pods. */
  stopKubelet(nodeName: string): void {
    this.stopped.add(nodeName);
    this.leaseDeadlines.set(nodeName, undefined);
    this.statusDeadlines.set(nodeName, undefined);
    this.nodeStages.forget(nodeName);
  }

  /** The kubelet of a node lives again and catches up at once. */
  resumeKubelet(nodeName: string, nowMs: number): void {
    if (this.stopped.delete(nodeName) && this.nodes.has(nodeName)) this.wakeNode(nodeName, nowMs);
  }

  /** A node as its kubelet has it; undefined for one that is not here or whose kubelet is dead. */
  livingNode(name: string): HostedNode | undefined {
    return this.stopped.has(name) ? undefined : this.nodes.get(name);
  }

  /** The pods of a node as its kubelet has them. */
  podsOf(nodeName: string): HostedPod[] {
    return [...(this.podsByNode.get(nodeName) ?? [])].map((uid) => this.pods.get(uid)!);
  }

  /** Whether anything of a pod runs; not if it is gone. */
  isPodRunning(uid: string): boolean {
    const entry = this.pods.get(uid);
    return entry !== undefined && isAnythingRunning(entry.status);
  }

  /** Kills a pod for good: it becomes Failed. One that is over already stays as it is. */
  killPod(uid: string, order: KillOrder, nowMs: number): void {
    const entry = this.pods.get(uid);
    if (!entry || isTerminalPhase(entry.status.phase)) return;
    orderKill(entry, order, nowMs);
    this.podDeadlines.set(uid, nowMs);
  }

  /** The kernel kills a running container; its restart policy decides what comes next. */
  killContainer(uid: string, container: string, nowMs: number): void {
    const entry = this.pods.get(uid);
    const hosted = entry && this.nodes.get(entry.pod.spec.nodeName!);
    if (!entry || !hosted) return;
    entry.status = this.life.killContainer(this.subjectOf(entry, hosted), container, nowMs);
    entry.isWriteDue = true;
    this.podDeadlines.set(uid, nowMs);
  }

  /** The earliest instant at which any node of the shard has something to do. */
  nextDeadlineMs(): number | undefined {
    const deadlines = [
      this.podDeadlines.nextMs(),
      this.leaseDeadlines.nextMs(),
      this.statusDeadlines.nextMs(),
      this.nodeStages.nextMs(),
    ];
    const known = deadlines.filter((at) => at !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /**
   * Does everything that is due; per node, in name order: pods by name, then node status, then lease. Between pods and
   * nodes, `afterPods` may kill some of them.
   */
  runDue(nowMs: number, afterPods?: (actions: KubeletActions) => void): KubeletActions {
    const actions = noActions();
    for (const { uid } of this.duePods(nowMs)) this.runPod(uid, nowMs, actions);
    afterPods?.(actions);
    for (const { uid } of this.duePods(nowMs)) this.runPod(uid, nowMs, actions);
    for (const name of this.nodeStages.takeDue(nowMs)) this.nodeStages.run(this.nodes.get(name)!, nowMs, actions);
    for (const name of this.statusDeadlines.takeDue(nowMs).sort()) {
      const hosted = this.nodes.get(name)!;
      const status = hosted.statusToWrite(nowMs);
      if (status) {
        const { uid } = hosted.node.metadata;
        actions.patchNodeStatuses.push({ nodeName: name, uid, status });
        actions.nodeEvents.push(...pressureEvents(hosted.node, status));
      }
      this.statusDeadlines.set(name, this.nextMultiple(nowMs, this.settings.nodeStatusUpdateMs));
    }
    for (const name of this.leaseDeadlines.takeDue(nowMs).sort()) {
      const { uid } = this.nodes.get(name)!.node.metadata;
      actions.renewLeases.push({ nodeName: name, uid, renewTimeMs: nowMs });
      this.leaseDeadlines.set(name, this.nextMultiple(nowMs, this.settings.leaseRenewPeriodMs));
    }
    return actions;
  }

  private wakeNode(name: string, nowMs: number): void {
    this.leaseDeadlines.set(name, nowMs);
    this.statusDeadlines.set(name, nowMs);
    this.nodeStages.look(this.nodes.get(name)!, nowMs);
    for (const uid of this.podsByNode.get(name) ?? []) this.podDeadlines.set(uid, nowMs);
  }

  private nextMultiple(afterMs: number, periodMs: number): number {
    return this.originMs + (Math.floor((afterMs - this.originMs) / periodMs) + 1) * periodMs;
  }

  private duePods(nowMs: number): { uid: string; order: string }[] {
    const due = this.podDeadlines.takeDue(nowMs).map((uid) => {
      const { metadata, spec } = this.pods.get(uid)!.pod;
      return { uid, order: `${spec.nodeName}\0${metadata.namespace}\0${metadata.name}` };
    });
    return due.length > 1 ? due.sort((a, b) => (a.order < b.order ? -1 : 1)) : due;
  }

  private takePod(pod: Pod): void {
    const { uid } = pod.metadata;
    this.pods.set(uid, newHostedPod(pod));
    const uids = this.podsByNode.get(pod.spec.nodeName!);
    if (uids) uids.add(uid);
    else this.podsByNode.set(pod.spec.nodeName!, new Set([uid]));
  }

  /** Whether there is news; the echo of our own write is none. */
  private updatePod(entry: HostedPod, pod: Pod, nowMs: number): boolean {
    if (pod.metadata.deletionTimestamp !== undefined) entry.memory.deletionSeenAtMs ??= nowMs;
    const isAskedAnew = !isSameRequest(entry.pod, pod);
    entry.pod = pod;
    const theirs = pod.status ?? {};
    if (isSameValue(theirs, entry.shown ?? entry.status)) {
      entry.isWriteUnseen = false;
      return isAskedAnew;
    }
    if (entry.shown) return isAskedAnew;
    if (!entry.isWriteUnseen && isTerminalPhase(theirs.phase) && !isTerminalPhase(entry.status.phase)) {
      entry.status = theirs;
      return true;
    }
    const foreign = (theirs.conditions ?? []).filter(({ type }) => !OWN_CONDITIONS.has(type));
    const own = (entry.status.conditions ?? []).filter(({ type }) => OWN_CONDITIONS.has(type));
    entry.status = { ...entry.status, conditions: [...own, ...foreign] };
    entry.hasForeignNews = true;
    // The kubelet's word is final about its pods: what others wrote over it is put right.
    if (!entry.isWriteUnseen && entry.status.startTime !== undefined && this.differs(entry.status, theirs)) {
      entry.isWriteDue = true;
    }
    return true;
  }

  private differs(own: PodStatus, theirs: PodStatus): boolean {
    const byType = (status: PodStatus): object =>
      Object.fromEntries((status.conditions ?? []).map((condition) => [condition.type, condition]));
    const hasBeenWritten = theirs.startTime !== undefined;
    return (
      hasBeenWritten && !isSameValue({ ...own, conditions: byType(own) }, { ...theirs, conditions: byType(theirs) })
    );
  }

  private forgetPod(uid: string, nowMs: number): void {
    const entry = this.pods.get(uid);
    if (!entry) return;
    const nodeName = entry.pod.spec.nodeName!;
    this.pods.delete(uid);
    this.podDeadlines.set(uid, undefined);
    const uids = this.podsByNode.get(nodeName);
    uids?.delete(uid);
    if (uids?.size === 0) this.podsByNode.delete(nodeName);
    const hosted = this.nodes.get(nodeName);
    if (hosted) this.release(entry, hosted, nowMs);
  }

  private runPod(uid: string, nowMs: number, actions: KubeletActions): void {
    const entry = this.pods.get(uid)!;
    const nodeName = entry.pod.spec.nodeName!;
    const hosted = this.nodes.get(nodeName);
    if (!hosted || this.stopped.has(nodeName) || entry.isDeleted) return;
    const ref = podRef(entry.pod);
    const before = entry.status;
    if (entry.hasForeignNews) this.settle(entry, nowMs);
    if (this.admit(entry, hosted, ref, actions)) this.live(entry, hosted, ref, { nowMs, actions });
    if (entry.isWriteDue && !(entry.isEndHeldBack && isAnythingRunning(entry.status))) {
      entry.status = withSeenTransitions(entry.status, before);
      actions.patchPodStatuses.push({ ...ref, status: entry.shown ?? entry.status });
      entry.isWriteDue = false;
      entry.isWriteUnseen = true;
    }
    if (entry.isDeleted) actions.deletePods.push(ref);
    if (isOver(entry)) this.release(entry, hosted, nowMs);
  }

  private settle(entry: HostedPod, nowMs: number): void {
    entry.hasForeignNews = false;
    if (entry.status.startTime === undefined) return;
    const settled = settlePodStatus(entry.pod, entry.status, this.settings, nowMs);
    if (!isSameValue(settled, entry.status)) entry.isWriteDue = true;
    entry.status = settled;
  }

  /** Whether the pod may live here. A pod that already started was admitted by this kubelet before it restarted. */
  private admit(entry: HostedPod, hosted: HostedNode, ref: PodRef, actions: KubeletActions): boolean {
    if (entry.isAdmitted) return true;
    const { pod, status } = entry;
    const isNew = status.startTime === undefined && !isTerminalPhase(status.phase) && !pod.metadata.deletionTimestamp;
    const verdict = isNew ? admitPod(pod, hosted, this.settings) : ({ admitted: true } as const);
    entry.isAdmitted = true;
    if (!verdict.admitted) {
      const { reason, message } = verdict;
      entry.status = { ...status, phase: 'Failed', reason, message: this.settings.rejectedPodMessagePrefix + message };
      entry.isWriteDue = true;
      actions.events.push({ ...ref, type: 'Warning', reason, message });
      return false;
    }
    if (isOver(entry)) {
      entry.isReleased = true;
      return true;
    }
    hosted.admitted.add(pod);
    if (status.podIP !== undefined) hosted.addresses?.take(status.podIP);
    return true;
  }

  /** Goes through all stages due at this instant; they are written as one status. */
  private live(
    entry: HostedPod,
    hosted: HostedNode,
    ref: PodRef,
    { nowMs, actions }: { nowMs: number; actions: KubeletActions },
  ): void {
    const { uid } = ref;
    for (let count = 0; count < STAGES_AT_ONCE && !entry.isDeleted; count++) {
      const subject = this.subjectOf(entry, hosted);
      const next = this.life.nextTransition(subject, nowMs);
      if (!next || next.atMs > nowMs) {
        this.podDeadlines.set(uid, next?.atMs);
        return;
      }
      const outcome = this.life.applyStage(subject, next, nowMs);
      if (outcome.status.podIP !== entry.status.podIP && outcome.status.podIP !== undefined) {
        hosted.addresses?.take(outcome.status.podIP);
        hosted.withoutAddress.delete(uid);
      }
      if (next.stage.record.next.containerState && outcome.status !== entry.status && next.container?.imageAvailable) {
        hosted.addImage(next.container.image, nowMs);
      }
      if (entry.memory.remembered['withoutNetwork'] && entry.status.podIP === undefined) hosted.withoutAddress.add(uid);
      if (outcome.status !== entry.status && !outcome.silent) entry.isWriteDue = true;
      entry.status = outcome.status;
      entry.isDeleted = outcome.delete;
      for (const event of outcome.events) actions.events.push({ ...ref, ...event });
      if (outcome.finalizers) actions.patchPodFinalizers.push({ ...ref, change: outcome.finalizers });
    }
    if (!entry.isDeleted) this.podDeadlines.set(uid, nowMs + CIRCLE_PAUSE_MS);
  }

  private subjectOf(entry: HostedPod, hosted: HostedNode): PodSubject {
    return {
      pod: entry.pod,
      status: entry.status,
      memory: entry.memory,
      matchedSince: entry.matchedSince,
      surroundings: {
        hostIP: hosted.hostIP,
        nextPodIP: hosted.addresses?.peek(),
        podCIDR: hosted.addresses?.podCIDR ?? '',
        hasImage: (image) => hosted.hasImage(image),
      },
    };
  }

  /** A pod that is over frees its resources and address; pods that waited for one try again. */
  private release(entry: HostedPod, hosted: HostedNode, nowMs: number): void {
    if (entry.isReleased) return;
    entry.isReleased = true;
    const { uid } = entry.pod.metadata;
    hosted.admitted.remove(uid);
    hosted.withoutAddress.delete(uid);
    if (entry.status.podIP === undefined) return;
    hosted.addresses?.release(entry.status.podIP);
    for (const waiting of hosted.withoutAddress) this.podDeadlines.set(waiting, nowMs);
  }
}
