import type { Node, Pod } from '@orrery/api-types';
import type { NodeLifecycleAction, PatchNodeConditions } from './actions';
import { betaLabelChange } from './tainting/beta-labels';
import { noScheduleTaintChange } from './tainting/condition-taints';
import { DisruptionStep } from './zones/disruption';
import { EvictionZones, viewZone, type EvictionZone, type ZoneView } from './zones/eviction-zone';
import { quietRecord, updateNodeHealth, type HealthUpdate } from './monitor/health-record';
import { KnownNodes, type KnownNode } from './monitor/known-nodes';
import { LeaseRenewals } from './monitor/lease-renewals';
import { RestingPasses } from './monitor/resting-passes';
import { nodeEvent } from './node-events';
import type { NodeLifecycleState } from './node-lifecycle-state';
import type { NodeEvictor } from './evictions/node-evictor';
import { PodEvictor } from './evictions/pod-evictor';
import { podNotReadyMark } from './monitor/pod-readiness';
import { taintAction } from './tainting/taint-actions';
import { TaintEvictor } from './evictions/taint-evictor';
import type { NodeHealthSettings } from './settings/settings';
import { evaluateZones } from './zones/evaluate-zones';
import { ZoneState, type ZoneTally } from './zones/zone-state';

/** Period of the pass that writes NoExecute taints; not configurable upstream either. */
export const NO_EXECUTE_PASS_PERIOD_MS = 100;
/** Wait before a node without a readable Ready condition is tried again. */
const UNREADABLE_NODE_RETRY_MS = 50;

/** A pass between its two halves: conditions are being written. */
interface RunningPass {
  readonly nowMs: number;
  /** The nodes as the pass found them, in name order. */
  readonly nodes: readonly KnownNode[];
  /** Updates of nodes with an action; undefined for one that was deleted meanwhile. */
  readonly verdicts: Map<string, { readonly known: KnownNode; readonly update: HealthUpdate } | undefined>;
  /** True if nothing was found that another pass over the same would change. */
  isQuiet: boolean;
}

/** Findings of a pass so far. */
interface Findings {
  readonly tallies: Map<string, { ready: number; notReady: number }>;
  readonly actions: NodeLifecycleAction[];
}

/**
 * The node lifecycle controller of one cluster, with taint-based eviction: feeds and passes in, actions out. It never
 * reads a clock and never writes. A pass has two halves, because a node whose conditions cannot be written must not
 * count in its zone: {@link startMonitorPass}, the writes, {@link finishMonitorPass}. Its state in memory (health
 * records, queues, buckets, zone states) is lost by a restart, as upstream's is; {@link toState} is for snapshots and
 * forks of a cluster.
 */
export class NodeLifecycleController {
  /** The Leases of nodes, to be fed. */
  readonly leases: LeaseRenewals;
  private readonly nodes: KnownNodes;
  private readonly evictor: NodeEvictor;
  /** Names the passes have seen, with the uid seen first; differs from `nodes` until the next pass. */
  private readonly registered = new Map<string, string>();
  private readonly podMarkingRetries = new Set<string>();
  private zones = new EvictionZones();
  private lastNoExecutePassMs = Number.NEGATIVE_INFINITY;
  private running: RunningPass | undefined;
  private readonly rest: RestingPasses;

  /** @param originMs the instant from which periods are counted (the start of the cluster's time). */
  constructor(
    private readonly settings: NodeHealthSettings,
    private readonly originMs = 0,
  ) {
    this.nodes = new KnownNodes(settings.excludeMasterByName);
    this.rest = new RestingPasses({
      nodes: () => this.nodes.inNameOrder(),
      gracePeriodMs: settings.nodeMonitorGracePeriodMs,
      passFrom: (atMs) => this.nextMonitorPassMs(atMs),
    });
    const passFrom = (atMs: number): number => this.nextMonitorPassMs(atMs);
    this.leases = new LeaseRenewals({ nodes: this.nodes, rest: this.rest, settings, passFrom });
    const zoneOf = (known: KnownNode): EvictionZone | undefined => this.zones.get(known.zone);
    this.evictor = settings.enableTaintManager ? new TaintEvictor(settings, zoneOf) : new PodEvictor(settings, zoneOf);
  }

  /** Takes a node's new version (undefined: deleted) and makes its NoSchedule taints agree with it at once. */
  nodeChanged(oldNode: Node | undefined, newNode: Node | undefined, nowMs: number): NodeLifecycleAction[] {
    this.rest.end(nowMs);
    if (!newNode) {
      if (oldNode) this.nodes.delete(oldNode.metadata.name);
      return [];
    }
    this.nodes.set(newNode);
    const change = noScheduleTaintChange(newNode, nowMs);
    const labels = betaLabelChange(newNode);
    const { name, uid } = newNode.metadata;
    return [
      ...(change ? [taintAction(newNode, change)] : []),
      ...(labels ? [{ kind: 'setNodeLabels', nodeName: name, uid, labels } as const] : []),
    ];
  }

  /** Handles a pod's assignment to a node: it is marked not ready if the node is recorded as not ready. */
  podAssigned(pod: Pod, nowMs: number): NodeLifecycleAction[] {
    const nodeName = pod.spec.nodeName ?? '';
    const ready = this.nodes.get(nodeName)?.memory.record?.savedReady;
    if (!ready || ready.status === 'True') return [];
    return podNotReadyMark(pod, nowMs) ?? [];
  }

  /** The shell could not mark all pods of a node: the next passes ask again while the node is not ready. */
  podMarkingFailed(nodeName: string): void {
    this.podMarkingRetries.add(nodeName);
  }

  /**
   * The first health pass from an instant on that may find something to do, unless something is fed before. While every node lives, or
   * is known to be lost, passes only note when they saw a renewal: what they would have noted is made up for when it is needed.
   */
  nextBusyPassMs(fromMs: number): number {
    return Math.max(this.nextMonitorPassMs(fromMs), this.rest.nextBusyPassMs() ?? 0);
  }

  /** True if passes may be left out until {@link nextBusyPassMs}. */
  get isResting(): boolean {
    return this.rest.isResting;
  }

  /**
   * Makes up for the passes before an instant that were left out. To be called before nodes are fed at an instant whose pass is over, and
   * before {@link toState}.
   */
  passesAreOver(beforeMs: number): void {
    this.rest.catchUp(beforeMs);
  }

  /** The instant of the next health pass, `nowMs` included. */
  nextMonitorPassMs(nowMs: number): number {
    return this.nextMultiple(nowMs, this.settings.nodeMonitorPeriodMs);
  }

  /** True if health passes change nothing until a node comes: there is none, and none was forgotten since the last pass. */
  get hasNothingToMonitor(): boolean {
    const isForgotten = ({ state }: EvictionZone): boolean => state === undefined;
    return (
      this.nodes.inNameOrder().length === 0 && this.registered.size === 0 && this.zones.inOrder().every(isForgotten)
    );
  }

  /** Runs a whole health pass in which every write succeeds. */
  monitorPass(nowMs: number): NodeLifecycleAction[] {
    return [...this.startMonitorPass(nowMs), ...this.finishMonitorPass()];
  }

  /** Runs the first half of a pass: registers and removes nodes, updates the health of all. */
  startMonitorPass(nowMs: number): NodeLifecycleAction[] {
    this.rest.end(nowMs);
    const nodes = this.nodes.inNameOrder();
    this.running = { nowMs, nodes, verdicts: new Map(), isQuiet: false };
    this.evictor.beginPass(nowMs);
    const actions: NodeLifecycleAction[] = [];
    for (const known of nodes) {
      this.zones.start(known.zone, ZoneState.Initial, this.settings.nodeEvictionRate);
    }
    for (const known of nodes) this.register(known, actions);
    for (const [name, uid] of this.registered) {
      if (this.nodes.get(name)) continue;
      this.registered.delete(name);
      actions.push(nodeEvent('RemovingNode', name, uid));
    }
    for (const known of nodes) this.evaluate(known, this.running, actions);
    this.running.isQuiet = actions.length === 0 && this.running.verdicts.size === 0;
    return actions;
  }

  /**
   * Evaluates nodes again whose condition write met a conflict; feed their new versions first. At most five times a
   * pass, 20 ms apart; nodes whose write still fails are passed to {@link finishMonitorPass}.
   */
  retryHealthUpdate(nodeNames: Iterable<string>): NodeLifecycleAction[] {
    const actions: NodeLifecycleAction[] = [];
    for (const name of this.running ? nodeNames : []) {
      const known = this.nodes.get(name);
      if (known) {
        this.zones.start(known.zone, ZoneState.Initial, this.settings.nodeEvictionRate);
        this.evaluate(known, this.running!, actions);
      } else {
        this.running!.verdicts.set(name, undefined);
      }
    }
    return actions;
  }

  /** Runs the second half of a pass: queues nodes for their NoExecute taint, marks pods, computes zone states and sets their rates. */
  finishMonitorPass(failedNodes: ReadonlySet<string> = new Set()): NodeLifecycleAction[] {
    const pass = this.running;
    if (!pass) return [];
    this.running = undefined;
    const actions: NodeLifecycleAction[] = [];
    const tallies = new Map<string, { ready: number; notReady: number }>();
    for (const found of pass.nodes) {
      const { name } = found.node.metadata;
      if (failedNodes.has(name)) continue;
      if (!pass.verdicts.has(name)) {
        this.conclude(found, found.ready!.status, found.ready!.status, { tallies, actions });
        continue;
      }
      const verdict = pass.verdicts.get(name);
      if (!verdict) continue;
      const { known, update } = verdict;
      if (update.recordAfterWrite) known.memory.record = update.recordAfterWrite;
      this.conclude(known, update.observedReady.status, update.currentReady?.status, { tallies, actions });
    }
    actions.push(...this.handleDisruption(tallies, pass));
    if (pass.isQuiet && actions.length === 0 && pass.nodes.every((known) => this.isSettled(known))) {
      this.rest.begin(pass.nowMs);
    }
    return actions;
  }

  /** Returns whether further passes find nothing to do about a node that stays as it is. */
  private isSettled(known: KnownNode): boolean {
    return known.ready?.status === 'True' || this.evictor.isSettled(known);
  }

  /** Evicts the nodes that zones have tokens for: taints them NoExecute, or deletes their pods. */
  noExecutePass(nowMs: number): NodeLifecycleAction[] {
    this.lastNoExecutePassMs = nowMs;
    const actions: NodeLifecycleAction[] = [];
    for (const zone of this.zones.inOrder()) {
      for (let head = zone.queue.head(); head; head = zone.queue.head()) {
        // The token is spent even if the entry turns out not to be due or to need nothing.
        if (!zone.limiter.tryTake(nowMs) || nowMs < head.processAtMs) break;
        const known = this.nodes.get(head.node);
        const evicted = known ? this.evictor.evict(known, nowMs) : [];
        if (!evicted) {
          zone.queue.settle(head, { done: false, retryAfterMs: UNREADABLE_NODE_RETRY_MS }, nowMs);
          continue;
        }
        if (evicted.length > 0) zone.evictionsTotal++;
        actions.push(...evicted);
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
   * The next instant, `nowMs` included, at which {@link noExecutePass} could do anything, or undefined while no node
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

  /** Returns the state for a snapshot besides nodes and leases, which are fed again. Must not be called within a pass. */
  toState(): NodeLifecycleState {
    return {
      healthRecords: this.nodes.healthRecords(),
      registered: [...this.registered],
      podMarkingRetries: [...this.podMarkingRetries],
      evictedNodes: this.nodes.evicted(),
      zones: this.zones.toState(),
      lastNoExecutePassMs: Number.isFinite(this.lastNoExecutePassMs) ? this.lastNoExecutePassMs : null,
      restsSinceMs: this.rest.since ?? null,
      leases: this.nodes.renewals(),
    };
  }

  /** Leaves passes out as the one of {@link toState} did; to be called when nodes and leases have been fed. */
  restAs({ restsSinceMs }: Pick<NodeLifecycleState, 'restsSinceMs'>): void {
    if (restsSinceMs != null) this.rest.begin(restsSinceMs);
  }

  /**
   * Restores a controller from the state of {@link toState}: it continues exactly as that one would, once nodes and
   * leases are fed and it rests as that one did.
   */
  static fromState(state: NodeLifecycleState, settings: NodeHealthSettings, originMs = 0): NodeLifecycleController {
    const controller = new NodeLifecycleController(settings, originMs);
    state.healthRecords.forEach(([name, record]) => (controller.nodes.memoryOf(name).record = record));
    state.leases?.forEach(([name, leaseRenewMs, leaseNoticedFromMs]) => {
      Object.assign(controller.nodes.memoryOf(name), { leaseRenewMs, leaseNoticedFromMs });
    });
    state.registered.forEach(([name, uid]) => controller.registered.set(name, uid));
    state.podMarkingRetries.forEach((name) => controller.podMarkingRetries.add(name));
    state.evictedNodes.forEach((name) => (controller.nodes.memoryOf(name).isEvicted = true));
    controller.zones = EvictionZones.fromState(state.zones);
    controller.lastNoExecutePassMs = state.lastNoExecutePassMs ?? Number.NEGATIVE_INFINITY;
    return controller;
  }

  /** Registers a node. One seen for the first time starts without NoExecute taints: after a restart it passes through the limiter again. */
  private register(known: KnownNode, actions: NodeLifecycleAction[]): void {
    const { name, uid } = known.node.metadata;
    if (this.registered.has(name)) return;
    this.registered.set(name, uid);
    actions.push(nodeEvent('RegisteredNode', name, uid));
    actions.push(...this.evictor.recovered(known));
  }

  private evaluate(known: KnownNode, pass: RunningPass, actions: NodeLifecycleAction[]): void {
    const { node, memory } = known;
    const { name, uid, resourceVersion } = node.metadata;
    const quiet = quietRecord(memory, known.ready, pass.nowMs, this.settings);
    if (quiet && !pass.verdicts.has(name)) {
      memory.record = quiet;
      return;
    }
    const update = updateNodeHealth(
      { node, nowMs: pass.nowMs, record: memory.record, leaseRenewMs: memory.leaseRenewMs },
      this.settings,
    );
    memory.record = update.record;
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

  /** Acts on a node's readiness before and after the write of this pass. */
  private conclude(known: KnownNode, observed: string, current: string | undefined, findings: Findings): void {
    const { tallies, actions } = findings;
    if (known.isCounted) {
      let tally = tallies.get(known.zone);
      if (!tally) tallies.set(known.zone, (tally = { ready: 0, notReady: 0 }));
      if (current === 'True') tally.ready++;
      else tally.notReady++;
    }
    if (current === undefined) {
      this.podMarkingRetries.delete(known.node.metadata.name);
      return;
    }
    actions.push(...(observed === 'True' ? this.evictor.recovered(known) : this.evictor.lost(known, observed)));
    this.decidePodMarking(known, observed === 'True', current === 'True', actions);
  }

  private decidePodMarking(
    known: KnownNode,
    wasReady: boolean,
    isReady: boolean,
    actions: NodeLifecycleAction[],
  ): void {
    const { name, uid } = known.node.metadata;
    const lostReadiness = wasReady && !isReady;
    const isRetry = this.podMarkingRetries.delete(name) && !wasReady;
    if (lostReadiness) actions.push(nodeEvent('NodeNotReady', name, uid));
    if (lostReadiness || isRetry) actions.push({ kind: 'markPodsNotReady', nodeName: name });
  }

  private handleDisruption(tallies: ReadonlyMap<string, ZoneTally>, pass: RunningPass): NodeLifecycleAction[] {
    const { step, isChanged } = evaluateZones(this.zones.inOrder(), tallies, pass.nowMs, this.settings);
    if (isChanged) pass.isQuiet = false;
    if (step === DisruptionStep.LeaveMasterDisruption) this.grantFreshGrace(pass.nowMs);
    if (step !== DisruptionStep.EnterMasterDisruption) return [];
    return this.nodes.inNameOrder().flatMap((known) => this.evictor.recovered(known));
  }

  private grantFreshGrace(nowMs: number): void {
    for (const { memory } of this.nodes.inNameOrder()) {
      if (memory.record) memory.record = { ...memory.record, probeAtMs: nowMs, readyTransitionAtMs: nowMs };
    }
  }

  private nextMultiple(atMs: number, periodMs: number): number {
    return this.originMs + Math.ceil((atMs - this.originMs) / periodMs) * periodMs;
  }
}
