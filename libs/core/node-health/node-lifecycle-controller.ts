import { WellKnownTaint, type Node, type Pod } from '@orrery/api-types';
import type { NodeLifecycleAction, PatchNodeConditions, SetNodeTaints } from './actions';
import { noScheduleTaintChange } from './condition-taints';
import { disruptionStep, DisruptionStep, isCountedInZone } from './disruption';
import { EvictionZones, viewZone, type EvictionZone, type EvictionZoneState, type ZoneView } from './eviction-zone';
import { updateNodeHealth, type HealthRecord, type HealthUpdate } from './health-record';
import { KnownNodes, type KnownNode } from './known-nodes';
import { nodeEvent } from './node-events';
import { applyTaintChange, controllerTaint, findCondition, hasTaint } from './taints';
import { podNotReadyMark } from './pod-readiness';
import { RequeueMode, type NodeHealthSettings } from './settings';
import { computeZoneState, evictionRatePerSecond, ZoneState, type ZoneTally } from './zone-state';

/** Period of the pass that writes NoExecute taints; not configurable upstream either. */
export const NO_EXECUTE_PASS_PERIOD_MS = 100;
/** Wait before a node without a readable Ready condition is tried again. */
const UNREADABLE_NODE_RETRY_MS = 50;
const NO_EXECUTE_TAINTS = [WellKnownTaint.Unreachable, WellKnownTaint.NotReady] as const;

/** A pass between its two halves: conditions are being written. */
interface RunningPass {
  readonly nowMs: number;
  readonly verdicts: Map<string, { known: KnownNode; update: HealthUpdate }>;
  /** Nodes whose taints this pass has changed, as they will be. */
  readonly retainted: Map<string, Node>;
}

/**
 * The node lifecycle controller of one cluster, with taint-based eviction: feeds and passes in, actions out.
 * It never reads a clock and never writes. A pass has two halves, because a node whose conditions cannot be written
 * must not count in its zone: {@link startMonitorPass}, the writes, {@link finishMonitorPass}.
 * What it keeps in memory (health records, queues, buckets, zone states) is lost by a restart, as upstream's is;
 * {@link toState} is for snapshots and forks of a cluster.
 */
export class NodeLifecycleController {
  private readonly nodes = new KnownNodes();
  private readonly leaseRenewMs = new Map<string, number>();
  private readonly healthRecords = new Map<string, HealthRecord>();
  /** Names the passes have seen, with the uid seen first; differs from `nodes` until the next pass. */
  private readonly registered = new Map<string, string>();
  private readonly podMarkingRetries = new Set<string>();
  private zones = new EvictionZones();
  private lastNoExecutePassMs = Number.NEGATIVE_INFINITY;
  private running: RunningPass | undefined;

  /** @param originMs the instant from which periods are counted (the start of the cluster's time). */
  constructor(
    private readonly settings: NodeHealthSettings,
    private readonly originMs = 0,
  ) {}

  /** Takes a node's new version (undefined: deleted) and makes its NoSchedule taints agree with it at once. */
  nodeChanged(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): NodeLifecycleAction[] {
    if (!newNode) {
      if (oldNode) this.nodes.delete(oldNode.metadata.name);
      return [];
    }
    this.nodes.set(newNode);
    const change = noScheduleTaintChange(newNode, nowMs);
    return change ? [taintAction(newNode, change)] : [];
  }

  /** Takes renewals of leases; times are the leases' own. */
  leasesRenewed(renewals: Iterable<{ readonly nodeName: string; readonly renewTimeMs: number }>): void {
    for (const { nodeName, renewTimeMs } of renewals) this.leaseRenewMs.set(nodeName, renewTimeMs);
  }

  leaseRenewed(nodeName: string, renewTimeMs: number): void {
    this.leaseRenewMs.set(nodeName, renewTimeMs);
  }

  leaseDeleted(nodeName: string): void {
    this.leaseRenewMs.delete(nodeName);
  }

  /** A pod came to a node: it is marked not ready if the node is recorded as not ready. */
  podAssigned(pod: Pod, nowMs: number): NodeLifecycleAction[] {
    const nodeName = pod.spec.nodeName ?? '';
    const ready = this.healthRecords.get(nodeName)?.savedReady;
    if (!ready || ready.status === 'True' || !this.nodes.get(nodeName)) return [];
    return podNotReadyMark(pod, nowMs) ?? [];
  }

  /** The shell could not mark all pods of a node: the next passes ask again while the node is not ready. */
  podMarkingFailed(nodeName: string): void {
    this.podMarkingRetries.add(nodeName);
  }

  /** The instant of the next health pass, `nowMs` included. */
  nextMonitorPassMs(nowMs: number): number {
    return this.nextMultiple(nowMs, this.settings.nodeMonitorPeriodMs);
  }

  /** One whole health pass in which every write succeeds. */
  monitorPass(nowMs: number): NodeLifecycleAction[] {
    return [...this.startMonitorPass(nowMs), ...this.finishMonitorPass()];
  }

  /** First half: registers and forgets nodes, judges everyone's health. */
  startMonitorPass(nowMs: number): NodeLifecycleAction[] {
    const nodes = this.nodes.inNameOrder();
    this.running = { nowMs, verdicts: new Map(), retainted: new Map() };
    const actions: NodeLifecycleAction[] = [];
    for (const known of nodes) {
      this.zones.start(known.zone, ZoneState.Initial, this.settings.nodeEvictionRate);
    }
    for (const known of nodes) this.register(known, this.running, actions);
    for (const [name, uid] of this.registered) {
      if (this.nodes.get(name)) continue;
      this.registered.delete(name);
      actions.push(nodeEvent('RemovingNode', name, uid));
    }
    for (const known of nodes) this.judge(known, this.running, actions);
    return actions;
  }

  /**
   * Judges nodes again whose condition write met a conflict; feed their new versions first. At most five times a
   * pass, 20 ms apart; whoever fails still is named to {@link finishMonitorPass}.
   */
  retryHealthUpdate(nodeNames: Iterable<string>): NodeLifecycleAction[] {
    const actions: NodeLifecycleAction[] = [];
    for (const name of this.running ? nodeNames : []) {
      const known = this.nodes.get(name);
      if (known) {
        this.zones.start(known.zone, ZoneState.Initial, this.settings.nodeEvictionRate);
        this.judge(known, this.running!, actions);
      } else {
        this.running!.verdicts.delete(name);
      }
    }
    return actions;
  }

  /** Second half: queues nodes for their NoExecute taint, marks pods, judges zones and sets their rates. */
  finishMonitorPass(failedNodes: ReadonlySet<string> = new Set()): NodeLifecycleAction[] {
    const pass = this.running;
    if (!pass) return [];
    this.running = undefined;
    const actions: NodeLifecycleAction[] = [];
    const tallies = new Map<string, { ready: number; notReady: number }>();
    for (const [name, { known, update }] of pass.verdicts) {
      if (failedNodes.has(name)) continue;
      if (update.recordAfterWrite) this.healthRecords.set(name, update.recordAfterWrite);
      this.tally(known, update, tallies);
      if (update.currentReady) {
        this.decideTaint(known, update, pass, actions);
        this.decidePodMarking(known, update, actions);
      } else {
        this.podMarkingRetries.delete(name);
      }
    }
    this.handleDisruption(tallies, pass, actions);
    return actions;
  }

  /** Writes the NoExecute taints that zones have tokens for. */
  noExecutePass(nowMs: number): NodeLifecycleAction[] {
    this.lastNoExecutePassMs = nowMs;
    const actions: NodeLifecycleAction[] = [];
    for (const zone of this.zones.inOrder()) {
      for (let head = zone.queue.head(); head; head = zone.queue.head()) {
        // The token is spent even if the entry turns out not to be due or to need nothing.
        if (!zone.limiter.tryTake(nowMs) || nowMs < head.processAtMs) break;
        const known = this.nodes.get(head.node);
        const ready = known && findCondition(known.node, 'Ready')?.status;
        if (known && ready === undefined) {
          zone.queue.settle(head, { done: false, retryAfterMs: UNREADABLE_NODE_RETRY_MS }, nowMs);
          continue;
        }
        if (known && ready !== 'True') {
          actions.push(
            ...swapTaints(known.node, ready === 'False' ? WellKnownTaint.NotReady : WellKnownTaint.Unreachable, nowMs),
          );
          zone.evictionsTotal++;
        }
        zone.queue.settle(head, { done: true }, nowMs);
      }
    }
    return actions;
  }

  /** A NoExecute taint of {@link noExecutePass} could not be written: the node waits for its turn again. */
  noExecuteTaintFailed(nodeName: string, nowMs: number): void {
    const known = this.nodes.get(nodeName);
    const zone = known && this.zones.get(known.zone);
    if (!zone) return;
    zone.evictionsTotal--;
    zone.queue.retry(nodeName, known.node.metadata.uid, nowMs);
  }

  /**
   * The next instant, `nowMs` included, at which {@link noExecutePass} could do anything, or undefined while nobody
   * waits or every waiting zone has rate 0. Asking again after each feed or pass replaces ticking every 100 ms.
   */
  nextNoExecuteDeadlineMs(nowMs: number): number | undefined {
    let availableAtMs = Number.POSITIVE_INFINITY;
    for (const { queue, limiter } of this.zones.inOrder()) {
      if (queue.length > 0) availableAtMs = Math.min(availableAtMs, limiter.availableAtMs);
    }
    if (availableAtMs === Number.POSITIVE_INFINITY) return undefined;
    const earliestMs = Math.max(nowMs, availableAtMs, this.lastNoExecutePassMs + 1);
    return this.nextMultiple(earliestMs, NO_EXECUTE_PASS_PERIOD_MS);
  }

  /** The zones in key order, for metrics and dashboards. */
  zoneViews(): ZoneView[] {
    return this.zones.inOrder().map(viewZone);
  }

  /** What a snapshot must keep beside nodes and leases, which are fed again. Not to be taken within a pass. */
  toState(): NodeLifecycleState {
    return {
      healthRecords: [...this.healthRecords],
      registered: [...this.registered],
      podMarkingRetries: [...this.podMarkingRetries],
      zones: this.zones.toState(),
      lastNoExecutePassMs: Number.isFinite(this.lastNoExecutePassMs) ? this.lastNoExecutePassMs : null,
    };
  }

  /** A controller that goes on exactly where the one of {@link toState} stood, once nodes and leases are fed. */
  static fromState(state: NodeLifecycleState, settings: NodeHealthSettings, originMs = 0): NodeLifecycleController {
    const controller = new NodeLifecycleController(settings, originMs);
    state.healthRecords.forEach(([name, record]) => controller.healthRecords.set(name, record));
    state.registered.forEach(([name, uid]) => controller.registered.set(name, uid));
    state.podMarkingRetries.forEach((name) => controller.podMarkingRetries.add(name));
    controller.zones = EvictionZones.fromState(state.zones);
    controller.lastNoExecutePassMs = state.lastNoExecutePassMs ?? Number.NEGATIVE_INFINITY;
    return controller;
  }

  /** A node seen for the first time starts without NoExecute taints: so a restart goes through the limiter again. */
  private register(known: KnownNode, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const { name, uid } = known.node.metadata;
    if (this.registered.has(name)) return;
    this.registered.set(name, uid);
    actions.push(nodeEvent('RegisteredNode', name, uid));
    this.markReachable(known, pass, actions);
  }

  private judge(known: KnownNode, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const { node } = known;
    const { name, uid, resourceVersion } = node.metadata;
    const record = this.healthRecords.get(name);
    const leaseRenewMs = this.leaseRenewMs.get(name);
    const update = updateNodeHealth({ record, node, leaseRenewMs, nowMs: pass.nowMs }, this.settings);
    this.healthRecords.set(name, update.record);
    pass.verdicts.set(name, { known, update });
    if (!update.writtenConditions) return;
    const patch: PatchNodeConditions = {
      kind: 'patchNodeConditions',
      nodeName: name,
      uid,
      resourceVersion,
      conditions: update.writtenConditions,
    };
    actions.push(patch);
  }

  private tally(
    known: KnownNode,
    update: HealthUpdate,
    tallies: Map<string, { ready: number; notReady: number }>,
  ): void {
    const { name, labels } = known.node.metadata;
    if (!isCountedInZone(name, labels, this.settings.excludeMasterByName)) return;
    const tally = tallies.get(known.zone) ?? { ready: 0, notReady: 0 };
    if (update.currentReady?.status === 'True') tally.ready++;
    else tally.notReady++;
    tallies.set(known.zone, tally);
  }

  /** By readiness as it was before this pass wrote: a node is queued one pass after it was declared Unknown. */
  private decideTaint(known: KnownNode, update: HealthUpdate, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const observed = update.observedReady.status;
    if (observed === 'True') return this.markReachable(known, pass, actions);
    const isFalse = observed === 'False';
    const wanted = isFalse ? WellKnownTaint.NotReady : WellKnownTaint.Unreachable;
    const opposite = isFalse ? WellKnownTaint.Unreachable : WellKnownTaint.NotReady;
    if (hasTaint(known.node, opposite, 'NoExecute')) {
      const swap = swapTaints(known.node, wanted, pass.nowMs);
      this.noteRetainted(known.node, swap, pass);
      actions.push(...swap);
    } else {
      this.enqueue(known, hasTaint(known.node, wanted, 'NoExecute'), pass.nowMs);
    }
  }

  private enqueue(known: KnownNode, isTainted: boolean, nowMs: number): void {
    const queue = this.zones.get(known.zone)!.queue;
    const { name, uid } = known.node.metadata;
    if (!isTainted && this.settings.requeue === RequeueMode.Refresh) queue.remove(name);
    else if (!isTainted) queue.forget(name);
    queue.add(name, uid, nowMs);
  }

  private markReachable(known: KnownNode, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const node = pass.retainted.get(known.node.metadata.name) ?? known.node;
    for (const key of NO_EXECUTE_TAINTS) {
      if (!hasTaint(node, key, 'NoExecute')) continue;
      const action = taintAction(node, { add: [], remove: [{ key, effect: 'NoExecute' }] });
      this.noteRetainted(node, [action], pass);
      actions.push(action);
    }
    this.zones.get(known.zone)?.queue.remove(node.metadata.name);
  }

  private noteRetainted(node: Node, changes: readonly SetNodeTaints[], pass: RunningPass): void {
    const { name } = node.metadata;
    const before = pass.retainted.get(name) ?? node;
    const taints = changes.reduce<NonNullable<Node['spec']['taints']>>(applyTaintChange, before.spec.taints ?? []);
    pass.retainted.set(name, { ...before, spec: { ...before.spec, taints } });
  }

  private decidePodMarking(known: KnownNode, update: HealthUpdate, actions: NodeLifecycleAction[]): void {
    const { name, uid } = known.node.metadata;
    const wasReady = update.observedReady.status === 'True';
    const lostReadiness = wasReady && update.currentReady?.status !== 'True';
    const isRetry = !wasReady && this.podMarkingRetries.has(name);
    this.podMarkingRetries.delete(name);
    if (lostReadiness) actions.push(nodeEvent('NodeNotReady', name, uid));
    if (lostReadiness || isRetry) actions.push({ kind: 'markPodsNotReady', nodeName: name });
  }

  private handleDisruption(tallies: Map<string, ZoneTally>, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const { unhealthyZoneThreshold } = this.settings;
    const counted: { zone: EvictionZone; newState: ZoneState }[] = [];
    for (const zone of this.zones.inOrder()) {
      const tally = tallies.get(zone.key);
      zone.tally = tally ?? { ready: 0, notReady: 0 };
      if (tally) counted.push({ zone, newState: computeZoneState(tally, unhealthyZoneThreshold) });
      else zone.state = undefined;
    }
    const step = disruptionStep(
      counted.map(({ zone }) => zone.state ?? ZoneState.Initial),
      counted.map(({ newState }) => newState),
    );
    if (step === DisruptionStep.Stay) return;
    if (step === DisruptionStep.EnterMasterDisruption) {
      for (const known of this.nodes.inNameOrder()) this.markReachable(known, pass, actions);
      for (const { zone } of counted) this.setZone(zone, ZoneState.FullDisruption, 0, pass.nowMs);
      return;
    }
    if (step === DisruptionStep.LeaveMasterDisruption) this.grantFreshGrace(pass.nowMs);
    for (const { zone, newState } of counted) {
      // A zone that stayed as it was keeps its rate, even the 0 of a master disruption that ended elsewhere.
      if (step === DisruptionStep.JudgeZones && zone.state === newState) continue;
      const nodeCount = zone.tally.ready + zone.tally.notReady;
      this.setZone(zone, newState, evictionRatePerSecond(newState, nodeCount, this.settings), pass.nowMs);
    }
  }

  private setZone(zone: EvictionZone, state: ZoneState, ratePerSecond: number, nowMs: number): void {
    zone.limiter.swapRate(ratePerSecond, nowMs);
    zone.state = state;
  }

  private grantFreshGrace(nowMs: number): void {
    for (const { node } of this.nodes.inNameOrder()) {
      const record = this.healthRecords.get(node.metadata.name);
      if (record)
        this.healthRecords.set(node.metadata.name, { ...record, probeAtMs: nowMs, readyTransitionAtMs: nowMs });
    }
  }

  private nextMultiple(atMs: number, periodMs: number): number {
    return this.originMs + Math.ceil((atMs - this.originMs) / periodMs) * periodMs;
  }
}

/** The controller's memory as plain data. */
export interface NodeLifecycleState {
  readonly healthRecords: readonly (readonly [string, HealthRecord])[];
  readonly registered: readonly (readonly [string, string])[];
  readonly podMarkingRetries: readonly string[];
  readonly zones: readonly EvictionZoneState[];
  readonly lastNoExecutePassMs: number | null;
}

function taintAction(node: Node, change: Pick<SetNodeTaints, 'add' | 'remove'>): SetNodeTaints {
  return { kind: 'setNodeTaints', nodeName: node.metadata.name, uid: node.metadata.uid, ...change };
}

/** Adds one of the two NoExecute taints, then removes the other if it is there. */
function swapTaints(node: Node, wanted: WellKnownTaint, nowMs: number): SetNodeTaints[] {
  const opposite = wanted === WellKnownTaint.NotReady ? WellKnownTaint.Unreachable : WellKnownTaint.NotReady;
  const actions = [taintAction(node, { add: [controllerTaint(wanted, 'NoExecute', nowMs)], remove: [] })];
  if (hasTaint(node, opposite, 'NoExecute')) {
    actions.push(taintAction(node, { add: [], remove: [{ key: opposite, effect: 'NoExecute' }] }));
  }
  return actions;
}
