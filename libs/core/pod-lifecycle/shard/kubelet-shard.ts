import { isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { withoutRunning } from '../faults/lost-containers';
import { NodeFaultKind, NodeFaults, type FaultsOfNode } from '../faults/node-faults';
import { NodeShutdowns } from '../faults/node-shutdowns';
import { SlowLines, type ObjectUpdate } from '../faults/slow-lines';
import { bootIDAt } from '../faults/degraded-status';
import { withhold } from '../faults/withhold';
import { DeadlineHeap } from './deadline-heap';
import { EventLimits } from './event-limits';
import { HostedNode } from '../nodes/hosted-node';
import { forgetPauses, isAnythingRunning, newHostedPod, type HostedPod } from '../pods/hosted-pod';
import { AwaitedObjects } from '../pods/awaited-objects';
import { HostedPods } from '../pods/hosted-pods';
import type { ObjectsNow } from '../pods/kept-objects';
import type { FindObject, ReferencedKind, RunContextOf } from '../containers/required-objects';
import { PodAdmission } from '../kubelet-admission/pod-admission';
import { noActions, type KubeletActions } from './kubelet-actions';
import type { KubeletSettings } from './kubelet-settings';
import { restoreShard, shardState, type KubeletShardState, type ShardParts } from './kubelet-shard-state';
import { orderKill, type KillOrder } from '../pods/kill-order';
import type { Chance } from '../chance';
import { PodLife } from '../pods/pod-life';
import { PodRunner } from '../pods/pod-runner';
import { NodeReports } from '../nodes/node-reports';
import { NodeStages } from '../nodes/node-stages';
import { settlePodStatus } from '../pods/pod-status';
import { takeUpdates } from '../pods/pod-updates';
import { kubeletStagesWith } from '../stages/default-stages';
import { DrivingStages } from '../stages/driving-stages';
import { StageDrivenPods } from '../stages/stage-driven-pods';
import type { StageFile } from '../stages/stage-file';
import { mirroredUid } from '../static-pods/static-pod';
import { StaticPods } from '../static-pods/static-pods';

export interface KubeletShardOptions {
  readonly settings: KubeletSettings;
  /** Seed of the cluster; the same seed and feeds give the same actions. */
  readonly seed: string | number;
  /** Instant from which periods are counted. */
  readonly originMs?: number;
  /** Behaviour of a static pod beside its manifest; pods of the API carry it. */
  readonly behave?: (pod: Pod) => Pod;
  /** ConfigMaps, Secrets and claims, without which some pods do not start; left out, none is missing. */
  readonly findObject?: FindObject;
  /** Returns the state that a running container found by its pod at its start; left out, no command that depends on that state is run. */
  readonly runContext?: RunContextOf;
}

/** Shutdown periods of a machine that is not a node any more: it is off at once. */
const NO_PERIODS = { periodMs: 0, criticalMs: 0 };

/**
 * The kubelets of any number of simulated nodes. Feed nodes and the pods bound to them; at {@link nextDeadlineMs} call {@link
 * runDue}, which returns the writes of all of them. It works from its input alone, without history: after a restart feed
 * everything again, and kubelets begin as real ones that were restarted; {@link restore} continues exactly from the captured
 * state of another shard. Pods of nodes that are not fed are kept but not acted upon.
 */
export class KubeletShard {
  private readonly settings: KubeletSettings;
  private readonly life: PodLife;
  private readonly nodes = new Map<string, HostedNode>();
  private readonly faults = new NodeFaults();
  private readonly shutdowns: NodeShutdowns;
  private readonly slowLines = new SlowLines((update, nowMs) => this.hear(update, nowMs));
  /** Machines that got power again, until they have booted. */
  private readonly boots = new DeadlineHeap();
  private readonly pods = new HostedPods();
  private readonly reports: NodeReports;
  private readonly nodeStages: NodeStages;
  private readonly statics: StaticPods;
  private readonly drivingStages: DrivingStages;
  private readonly objects: AwaitedObjects;
  private readonly runner: PodRunner;
  private readonly eventLimits = new EventLimits((name) => this.nodes.get(name)?.eventLimit);
  /** The instant at which something is being done. */
  private nowMs = 0;

  constructor(options: KubeletShardOptions) {
    this.settings = options.settings;
    const chance: Chance = (...key) => randomFor(options.seed, ...key);
    this.life = new PodLife(options.settings, chance);
    this.drivingStages = new DrivingStages(chance);
    this.nodeStages = new NodeStages(this.drivingStages);
    const { settings, nodes, faults } = this;
    const { originMs = 0 } = options;
    this.reports = new NodeReports({ settings, originMs, nodes, faults, chance });
    this.statics = new StaticPods({
      pods: this.pods,
      nodeOf: (name) => this.nodes.get(name)?.node,
      canAct: (name) => faults.canRunPods(name),
      fileCheckMs: (name) => this.nodes.get(name)?.fileCheckMs,
      pathOf: (name) => this.nodes.get(name)?.staticPodPath,
      behave: options.behave ?? ((pod) => pod),
    });
    const admission = new PodAdmission(settings, {
      pods: this.pods,
      isShuttingDown: (node) => faults.of(node).has(NodeFaultKind.Shutdown),
      kill: (uid, order) => this.killPod(uid, order, this.nowMs),
      report: (node, nowMs) => this.reports.speak(node, nowMs),
    });
    this.objects = new AwaitedObjects(options.findObject, options.runContext, settings);
    const { life, pods, statics, objects } = this;
    const stageMemory = new StageDrivenPods(this.drivingStages, settings);
    this.runner = new PodRunner({ settings, life, nodes, faults, pods, statics, admission, stageMemory, objects });
    this.shutdowns = new NodeShutdowns(options.settings, {
      podsOf: (node) => this.pods.on(node),
      periodsOf: (node) => this.nodes.get(node)?.shutdown ?? NO_PERIODS,
      kill: (uid, order) => this.killPod(uid, order, this.nowMs),
      stopHost: (node) => this.stopHost(node),
    });
  }

  /** Takes a node's new version; undefined means deleted: its kubelet ceases to act. */
  nodeChanged(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): void {
    const name = (newNode ?? oldNode)?.metadata.name;
    if (name === undefined) return;
    const update = { node: { before: oldNode, after: newNode } };
    if (!this.nodes.has(name) || !this.slowLines.delays(name, nowMs, update)) this.hear(update, nowMs);
  }

  private hear(update: ObjectUpdate, nowMs: number): void {
    if ('node' in update) this.hearOfNode(update.node.before, update.node.after, nowMs);
    else this.hearOfPod(update.pod.before, update.pod.after, nowMs);
  }

  private hearOfNode(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): void {
    const { name } = (newNode ?? oldNode)!.metadata;
    const missed = this.faults.missedBy(name);
    if (missed && this.nodes.has(name)) {
      missed.node = { before: missed.node?.before ?? oldNode, after: newNode };
      return;
    }
    const known = this.nodes.get(name);
    if (!newNode) {
      this.nodes.delete(name);
      this.reports.forget(name);
      this.nodeStages.remove(name);
    } else if (known && known.node.metadata.uid === newNode.metadata.uid) {
      this.nodeStages.hasUpdates(name);
      const { contextVersion } = known;
      known.update(newNode);
      // Its runtime may have got a handler that pods wait for.
      if (known.contextVersion !== contextVersion) this.wakeNode(name, nowMs);
      if (known.hasWordToSay && !this.faults.isSilent(name)) this.reports.speak(name, nowMs);
      // It may have got its range of addresses just now.
      this.pods.wakeAll(known.withoutAddress, nowMs);
      if (!this.faults.isSilent(name)) this.nodeStages.look(known, nowMs);
      this.statics.nodeChanged(newNode, nowMs, false);
    } else {
      this.nodes.set(name, new HostedNode(newNode, this.settings));
      if (!this.faults.isSilent(name)) this.wakeNode(name, nowMs);
    }
  }

  /** Takes a pod's new version; undefined means that its object is gone. Pods without a node are ignored. */
  podChanged(oldPod: Pod | undefined, newPod: Pod | undefined, nowMs: number): void {
    const pod = newPod ?? oldPod;
    if (!pod) return;
    const update = { pod: { before: oldPod, after: newPod } };
    if (!this.slowLines.delays(pod.spec.nodeName ?? '', nowMs, update)) this.hear(update, nowMs);
  }

  private hearOfPod(oldPod: Pod | undefined, newPod: Pod | undefined, nowMs: number): void {
    const { uid } = (newPod ?? oldPod)!.metadata;
    const missed = this.faults.missedBy((newPod ?? oldPod)?.spec.nodeName ?? '');
    if (missed) return void missed.pods.set(uid, { before: oldPod, after: newPod });
    if (mirroredUid((newPod ?? oldPod)!) !== undefined) return this.statics.mirrorChanged(oldPod, newPod, nowMs);
    if (!newPod) return this.forgetPod(uid, nowMs);
    if (!newPod.spec.nodeName) return;
    const known = this.pods.get(uid);
    if (known && !takeUpdates(known, newPod, nowMs)) return;
    if (known) delete known.stageMemory.isIdle;
    if (!known) this.pods.add(newHostedPod(newPod));
    this.pods.wake(uid, nowMs);
  }

  /** A status write or deletion of this pod failed: it is tried again. */
  podWriteFailed(uid: string, nowMs: number): void {
    const entry = this.statics.writeFailed(uid, nowMs);
    if (!entry) return;
    Object.assign(entry, { isWriteDue: true, isWriteUnseen: false, isDeleted: false });
    this.pods.wake(entry.pod.metadata.uid, nowMs);
  }

  /** A ConfigMap, Secret or claim was made, changed or deleted: pods that waited for it look at it. */
  objectChanged(kind: ReferencedKind, namespace: string, name: string, nowMs: number): void {
    const uids = [...this.objects.changed(kind, namespace, name)];
    for (const uid of uids)
      for (const memory of this.pods.get(uid)?.memory.containers.values() ?? []) delete memory.ownRun;
    this.pods.wakeAll(uids, nowMs);
  }

  /** The API did not take the mirror of a static pod, named `<namespace>/<name>`. */
  mirrorRefused(nodeName: string, fullName: string, nowMs: number): void {
    this.statics.mirrorRefused(nodeName, fullName, nowMs);
  }

  /** Pod behaviours changed; pods of the API are fed again. */
  reapplyBehaviours(nowMs: number): void {
    this.statics.reapplyBehaviours(nowMs);
  }

  /** The stages of files from now on, in place of those before; each must have passed `stageFileErrors`. */
  leadBy(files: readonly StageFile[], nowMs: number): void {
    this.takeStages(files);
    for (const [name, hosted] of this.nodes) {
      for (const entry of this.pods.on(name)) forgetPauses(entry);
      this.pods.wakeNode(name, nowMs);
      if (!this.faults.isSilent(name)) this.nodeStages.look(hosted, nowMs);
    }
  }

  /** Replaces the faults of a node; work that a fault held back is done at once when it ends. */
  setFaults(nodeName: string, faults: FaultsOfNode, nowMs: number): void {
    const before = this.faults.of(nodeName);
    const wasSilent = this.faults.isSilent(nodeName);
    const wasOff = this.faults.isOff(nodeName);
    const shutsDown = faults.get(NodeFaultKind.Shutdown)?.sinceMs;
    if (shutsDown === undefined) this.shutdowns.end(nodeName);
    if (shutsDown === undefined && !this.boots.has(nodeName)) this.faults.hostStarted(nodeName);
    this.faults.set(nodeName, faults);
    this.slowLines.setLatency(nodeName, faults.get(NodeFaultKind.ApiLatency)?.amount ?? 0, nowMs);
    if (shutsDown !== undefined && !before.has(NodeFaultKind.Shutdown)) {
      this.shutdowns.begin(nodeName, shutsDown);
      this.reports.speak(nodeName, nowMs);
    }
    if (wasOff && !this.faults.isOff(nodeName)) this.powerOn(nodeName, nowMs);
    if (this.faults.isSilent(nodeName)) return this.fallSilent(nodeName);
    const missed = this.faults.takeMissed(nodeName);
    if (missed?.node) this.nodeChanged(missed.node.before, missed.node.after, nowMs);
    for (const uid of missed?.withheld ?? []) this.podWriteFailed(uid, nowMs);
    for (const { before: old, after } of missed?.pods.values() ?? []) this.podChanged(old, after, nowMs);
    const isRelieved = [...before].some(
      ([kind, { amount }]) => faults.get(kind)?.amount !== amount || !faults.has(kind),
    );
    if ((wasSilent || isRelieved) && this.nodes.has(nodeName)) this.wakeNode(nodeName, nowMs);
  }

  /** Fault: the kubelet of a node dies. It neither reupdate, nor reports, nor touches pods. */
  stopKubelet(nodeName: string, nowMs = 0): void {
    this.setFaults(nodeName, new Map([[NodeFaultKind.KubeletStopped, { sinceMs: nowMs }]]), nowMs);
  }

  /** The kubelet of a node lives again and catches up at once. */
  resumeKubelet(nodeName: string, nowMs: number): void {
    this.setFaults(nodeName, new Map(), nowMs);
  }

  /** A node as its kubelet has it; undefined for one that is not here or whose kubelet is dead. */
  livingNode(name: string): HostedNode | undefined {
    return this.faults.canRunPods(name) ? this.nodes.get(name) : undefined;
  }

  /** The pods of a node as its kubelet has them. */
  podsOf(nodeName: string): HostedPod[] {
    return this.pods.on(nodeName);
  }

  /** Returns whether anything of a pod runs; not if it is gone. */
  isPodRunning(uid: string): boolean {
    const entry = this.pods.get(uid);
    return entry !== undefined && isAnythingRunning(entry.status);
  }

  /** Kills a pod permanently: it becomes Failed. A pod that is over already stays as it is. */
  killPod(uid: string, order: KillOrder, nowMs: number): void {
    const entry = this.pods.get(uid);
    if (!entry || isTerminalPhase(entry.status.phase)) return;
    orderKill(entry, order, nowMs);
    this.pods.wake(uid, nowMs);
  }

  /** The kernel kills a running container; its restart policy decides what comes next. */
  killContainer(uid: string, container: string, nowMs: number): void {
    const entry = this.pods.get(uid);
    const hosted = entry && this.nodes.get(entry.pod.spec.nodeName!);
    if (!entry || !hosted) return;
    entry.status = this.life.killContainer(this.runner.subjectOf(entry, hosted), container, nowMs);
    entry.isWriteDue = true;
    this.pods.wake(uid, nowMs);
  }

  /** The earliest instant at which any node of the shard has something to do. */
  nextDeadlineMs(): number | undefined {
    const { pods, reports, nodeStages, statics, shutdowns, slowLines, boots, eventLimits } = this;
    const own = [pods, nodeStages, statics, shutdowns, slowLines, boots, eventLimits].map((each) => each.nextMs());
    const deadlines = [...own, ...reports.nextMs()];
    const known = deadlines.filter((at) => at !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /**
   * Does everything that is due; per node, in name order: pods by name, then node status, then lease. Between pods and
   * nodes, `afterPods` may kill some of them.
   */
  runDue(nowMs: number, afterPods?: (actions: KubeletActions) => void): KubeletActions {
    const actions = noActions();
    this.nowMs = nowMs;
    const arrived = this.slowLines.arrive(nowMs);
    for (const name of this.boots.takeDue(nowMs).sort()) this.bootLate(name, nowMs);
    this.shutdowns.run(nowMs);
    this.statics.run(nowMs, actions);
    for (const uid of this.pods.takeDue(nowMs)) this.runner.run(uid, nowMs, actions);
    afterPods?.(actions);
    for (const uid of this.pods.takeDue(nowMs)) this.runner.run(uid, nowMs, actions);
    for (const name of this.nodeStages.takeDue(nowMs)) this.nodeStages.run(this.nodes.get(name)!, nowMs, actions);
    this.reports.run(nowMs, actions);
    this.shutdowns.settle();
    this.eventLimits.pass(actions, nowMs);
    return this.slowLines.say(withhold(actions, this.faults), arrived, nowMs);
  }

  /** Returns all state of the kubelets, as plain data; objects that the API has are not repeated. */
  toState(objects: ObjectsNow): KubeletShardState {
    return shardState(this.parts, objects);
  }

  /** Restores the state that {@link toState} returned, with the objects and stages as of the capture: nothing is to be fed. */
  restore(state: KubeletShardState, objects: ObjectsNow, files: readonly StageFile[]): void {
    this.takeStages(files);
    restoreShard(this.parts, state, objects);
  }

  private takeStages(files: readonly StageFile[]): void {
    this.drivingStages.replace(files);
    this.life.stages = kubeletStagesWith(files);
  }

  private get parts(): ShardParts {
    const { settings, nodes, faults, shutdowns, slowLines, boots, pods } = this;
    const { reports, nodeStages, statics, objects, eventLimits } = this;
    return {
      ...{ settings, nodes, faults, shutdowns, slowLines, boots, pods },
      ...{ reports, nodeStages, statics, objects, eventLimits },
    };
  }

  private fallSilent(name: string): void {
    this.reports.forget(name);
    this.nodeStages.forget(name);
    this.eventLimits.forget(name);
  }

  /** The end of an orderly shutdown. */
  private stopHost(name: string): void {
    this.shutdowns.end(name);
    this.faults.hostStopped(name);
    this.fallSilent(name);
  }

  /** The machine has power: it runs as soon as it has booted. */
  private powerOn(name: string, nowMs: number): void {
    const bootMs = this.nodes.get(name)?.bootDelayMs ?? 0;
    if (bootMs === 0) return this.boot(name, nowMs);
    this.faults.hostStopped(name);
    this.boots.set(name, nowMs + bootMs);
  }

  private bootLate(name: string, nowMs: number): void {
    // It may have lost its power again meanwhile.
    if (this.faults.of(name).has(NodeFaultKind.PowerOff)) return;
    this.faults.hostStarted(name);
    this.boot(name, nowMs);
    if (this.nodes.has(name) && !this.faults.isSilent(name)) this.wakeNode(name, nowMs);
  }

  /** Starts the machine: the containers that ran on it before are lost. */
  private boot(name: string, nowMs: number): void {
    const hosted = this.nodes.get(name);
    if (!hosted) return;
    hosted.booted(bootIDAt(name, nowMs));
    for (const entry of this.podsOf(name)) {
      const { pod, status, memory } = entry;
      if (status.startTime === undefined || isTerminalPhase(status.phase)) continue;
      if (status.podIP !== undefined) hosted.addresses?.release(status.podIP);
      const lost = withoutRunning(pod, status, { memory, nowMs });
      entry.matchedSince.clear();
      entry.status = settlePodStatus(pod, lost, this.settings, nowMs);
      entry.isWriteDue = true;
    }
  }

  private wakeNode(name: string, nowMs: number): void {
    this.reports.wake(name, nowMs);
    this.nodeStages.look(this.nodes.get(name)!, nowMs);
    this.statics.nodeChanged(this.nodes.get(name)!.node, nowMs, true);
    this.pods.wakeNode(name, nowMs);
  }

  private forgetPod(uid: string, nowMs: number): void {
    const entry = this.pods.get(uid);
    if (!entry) return;
    this.pods.remove(entry);
    this.objects.forget(uid);
    const hosted = this.nodes.get(entry.pod.spec.nodeName!);
    if (hosted) this.runner.release(entry, hosted, nowMs);
  }
}
