import { Kinds, type Node, type Pod } from '@orrery/api-types';
import { DONE, type Ending, type EvictionOrder, type QueueJobs } from '@orrery/bus';
import {
  bundleOf,
  nodeHealthDocument,
  type Component,
  type ComponentContext,
  type ComponentKind,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type QueuesPort,
  type EventsPort,
  type LogPort,
  type MetricsPort,
  type SettingsPort,
  type RecordsPort,
} from '@orrery/control-plane';
import {
  NodeLifecycleController,
  nodeHealthSettings,
  readNodeHealthSettings,
  TaintManager,
  type NodeHealthSettings,
  type NodeLifecycleAction,
  type NodeLifecycleState,
  type TaintManagerState,
  type ZoneView,
  type TaintManagerAction,
} from '@orrery/node-health';
import type { Change } from '@orrery/store';
import { parseTimeMs, TimerPhase, type Timer } from '@orrery/time';
import { ActionWriter } from './action-writer';
import { CloudNodes } from './cloud-nodes';
import { EvictionOrders } from './eviction-orders';
import { ZoneDisplay } from './zone-display';

/** Ports used by this class. */
type Ports = IdentityPort &
  ObjectsPort &
  ClockPort &
  QueuesPort &
  EventsPort &
  LogPort &
  MetricsPort &
  SettingsPort &
  RecordsPort;

/** Maximum number of retries in a pass of condition writes that met a conflict (spec nodes A4). */
const HEALTH_WRITE_RETRIES = 5;

/** Returns the effective settings of a cluster; settings that cannot be read were refused when they were given. */
function settingsOf({ cluster }: ComponentContext<Ports>): NodeHealthSettings {
  const bundle = bundleOf(cluster.settings);
  return nodeHealthSettings(bundle, readNodeHealthSettings(nodeHealthDocument(cluster.settings), bundle).ok);
}

/** State of the component besides the objects and the renewals of leases. */
interface NodeLifecycleCapture {
  readonly version: 1;
  readonly controller: NodeLifecycleState;
  /** Time of the next health pass, null without one, and its cause: true if a node will have been silent for too long. */
  readonly monitor?: { readonly atMs: number | null; readonly awaitsSilence: boolean };
  /** Absent while pods are not followed yet. */
  readonly taints: TaintManagerState | null;
  readonly zones: readonly ZoneView[];
  readonly evictions: readonly EvictionOrder[];
}

/**
 * The node lifecycle controller and the taint manager of one cluster: feeds the engines with the log and with
 * heartbeats, runs their passes on the cluster's clock and writes what they decide.
 */
class NodeLifecycleComponent implements Component<'heartbeats'> {
  private controller: NodeLifecycleController;
  private taints: TaintManager;
  private readonly writer: ActionWriter;
  private readonly evictions: EvictionOrders;
  private readonly timers = new Map<TimerPhase, Timer>();
  private unsubscribe: () => void = () => undefined;
  private stopped = false;
  private areTaintsFollowed = false;
  /** True if passes are due: not until everything of before is known. */
  private isWatching = false;
  /** True if the timer of passes is for the instant at which a node will have been silent for too long. */
  private awaitsSilence = false;
  /** Time of the next health pass. */
  private monitorAtMs: number | undefined;
  private readonly zones: ZoneDisplay;
  private readonly cloud: CloudNodes;
  /** The settings in force, as text. */
  private inForce: string;

  constructor(private readonly context: ComponentContext<Ports>) {
    const settings = settingsOf(context);
    this.inForce = JSON.stringify(settings);
    this.controller = new NodeLifecycleController(settings);
    this.taints = new TaintManager(settings);
    this.evictions = new EvictionOrders(context);
    this.writer = new ActionWriter(context, (deletions) => this.evictions.order(deletions));
    this.cloud = new CloudNodes(context);
    this.zones = new ZoneDisplay(context, (events) => this.writer.record(events));
  }

  async start(): Promise<void> {
    const { cluster } = this.context;
    const unsubscribe = [
      cluster.cache.subscribe((changes) => this.follow(changes)),
      cluster.onSettingsChanged(() => this.settingsChanged()),
    ];
    this.unsubscribe = () => unsubscribe.forEach((end) => end());
    const captured = this.context.captured as NodeLifecycleCapture | undefined;
    this.evictions.start(captured?.evictions);
    await (captured ? this.restore(captured) : this.takeOver());
  }

  capture(): NodeLifecycleCapture {
    this.controller.passesAreOver(this.nextPassFromMs());
    return {
      version: 1,
      controller: this.controller.toState(),
      monitor: { atMs: finite(this.monitorAtMs), awaitsSilence: this.awaitsSilence },
      taints: this.areTaintsFollowed ? this.taints.toState() : null,
      zones: this.zones.capture(),
      evictions: this.evictions.capture(),
    };
  }

  /** Restores the captured state of an earlier component. */
  private async restore(captured: NodeLifecycleCapture): Promise<void> {
    const { cache, clock, records } = this.context.cluster;
    const settings = settingsOf(this.context);
    const renewals = await records.heartbeats.read();
    const [nodes, pods] = [cache.list(Kinds.Node), cache.list(Kinds.Pod)];
    const now = clock.now();
    this.controller = NodeLifecycleController.fromState(captured.controller, settings);
    for (const [nodeName, renewTimeMs] of renewals) {
      this.controller.leases.reported({ nodeName, renewTimeMs }, renewTimeMs);
    }
    const actions = nodes.flatMap((node) => this.controller.nodeChanged(undefined, node, now));
    this.controller.restAs(captured.controller);
    for (const node of nodes) this.cloud.nodeChanged(node.metadata.name, node);
    this.areTaintsFollowed = captured.taints !== null;
    if (captured.taints) this.taints = TaintManager.fromState(captured.taints, settings, { nodes, pods });
    this.zones.restore(captured.zones);
    this.apply(actions);
    this.isWatching = true;
    this.monitorAs(captured.monitor);
    this.rearm();
  }

  /** The next health pass is due when it was for the former component; what was due by the end of this instant is done. */
  private monitorAs(monitor: NodeLifecycleCapture['monitor']): void {
    if (!monitor) return this.setMonitorTimer(this.context.cluster.clock.now() + 1);
    this.awaitsSilence = monitor.awaitsSilence;
    // Silence that never comes has no instant.
    this.monitorAt(monitor.atMs ?? (monitor.awaitsSilence ? Infinity : undefined));
  }

  /** Begins with nothing but the state of the cluster. */
  private async takeOver(): Promise<void> {
    const { cluster } = this.context;
    const renewals = await cluster.records.heartbeats.read();
    const { cache, clock } = cluster;
    const now = clock.now();
    const nodes = cache.list(Kinds.Node);
    const actions = nodes.flatMap((node) => this.controller.nodeChanged(undefined, node, now));
    for (const [nodeName, renewTimeMs] of renewals) this.controller.leases.renewed(nodeName, renewTimeMs);
    for (const node of nodes) this.cloud.nodeChanged(node.metadata.name, node);
    this.apply(actions);
    this.isWatching = true;
    const firstPassMs = this.controller.nextMonitorPassMs(now);
    this.monitorAt(firstPassMs);
    // A pass of this very instant first lifts the taints of a former life: no timer starts only to be cancelled
    // (spec nodes H17).
    if (firstPassMs > now) this.startTaints();
    this.rearm();
  }

  /** New settings are new flags: the controller restarts with them, and loses the state that a restart loses. */
  private async settingsChanged(): Promise<void> {
    if (!this.stopped) this.cloud.settingsChanged();
    const settings = settingsOf(this.context);
    const text = JSON.stringify(settings);
    if (text === this.inForce || this.stopped) return;
    this.inForce = text;
    for (const timer of this.timers.values()) timer.cancel();
    this.timers.clear();
    this.controller = new NodeLifecycleController(settings);
    this.taints = new TaintManager(settings);
    this.areTaintsFollowed = false;
    this.isWatching = false;
    await this.takeOver();
  }

  /** Takes over the cluster's pods: all timers start now. */
  private startTaints(): void {
    if (this.areTaintsFollowed || !settingsOf(this.context).enableTaintManager) return;
    this.areTaintsFollowed = true;
    const { cache, clock } = this.context.cluster;
    const [nodes, pods] = [cache.list(Kinds.Node), cache.list(Kinds.Pod)];
    this.apply(this.taints.start(nodes, pods, clock.now()));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe();
    this.evictions.stop();
    this.cloud.stop();
    for (const timer of this.timers.values()) timer.cancel();
  }

  /** Takes the renewals that kubelets report. */
  async handle(job: QueueJobs['heartbeats']): Promise<Ending> {
    const { clock, metrics } = this.context.cluster;
    metrics.heartbeatLag.observe(Math.max(0, clock.now() - job.atMs) / 1000);
    const noticedFromMs = this.nextPassFromMs();
    const { leases } = this.controller;
    for (const nodeName of job.nodes) leases.reported({ nodeName, renewTimeMs: job.atMs }, noticedFromMs);
    this.rearmMonitor();
    return DONE;
  }

  private follow(changes: readonly Change[]): void {
    const now = this.context.cluster.clock.now();
    const actions: (NodeLifecycleAction | TaintManagerAction)[] = [];
    if (changes.some(({ key }) => key.resource === 'nodes')) this.controller.passesAreOver(this.nextPassFromMs());
    for (const { key, object, previous, operation } of changes) {
      const [before, after] = [previous, operation === 2 ? undefined : object];
      if (key.resource === 'nodes') {
        const [old, node] = [before as Node | undefined, after as Node | undefined];
        actions.push(...this.controller.nodeChanged(old, node, now));
        this.cloud.nodeChanged(key.name, node);
        if (this.areTaintsFollowed) actions.push(...this.taints.nodeChanged(old, node, now));
      } else if (key.resource === 'pods') {
        const [old, pod] = [before as Pod | undefined, after as Pod | undefined];
        this.evictions.podChanged(key, pod);
        if (this.areTaintsFollowed) actions.push(...this.taints.podChanged(old, pod, now));
        if (pod?.spec.nodeName && !old?.spec.nodeName) actions.push(...this.controller.podAssigned(pod, now));
      } else if (key.resource === 'leases.coordination.k8s.io' && key.namespace === 'kube-node-lease') {
        this.leaseChanged(key.name, after?.spec as { renewTime?: string } | undefined);
      }
    }
    if (actions.length > 0) this.apply(actions);
    this.rearmMonitor();
    this.rearm();
  }

  /** The earliest instant of a health pass that is still to come. */
  private nextPassFromMs(): number {
    const { clock } = this.context.cluster;
    return clock.hasReached(TimerPhase.NodeMonitor) ? clock.now() + 1 : clock.now();
  }

  /** Sets the timer again after feeds: the next pass may be due earlier than before. */
  private rearmMonitor(): void {
    const isTooLate = this.awaitsSilence && !this.controller.isResting;
    if (!this.isWatching || (this.timers.has(TimerPhase.NodeMonitor) && !isTooLate)) return;
    this.setMonitorTimer(this.nextPassFromMs());
  }

  /** Leases of simulated nodes are renewed outside the log; those of other kubelets through the API. */
  private leaseChanged(nodeName: string, spec: { renewTime?: string } | undefined): void {
    const renewTimeMs = parseTimeMs(spec?.renewTime);
    const noticedFromMs = this.nextPassFromMs();
    if (!spec) this.controller.leases.deleted(nodeName, noticedFromMs);
    else if (renewTimeMs !== undefined) this.controller.leases.renewed(nodeName, renewTimeMs, noticedFromMs);
  }

  private async monitorPass(): Promise<void> {
    if (this.stopped) return;
    const nowMs = this.context.cluster.clock.now();
    this.awaitsSilence = false;
    try {
      await this.recallRenewals(nowMs);
      let conflicts = await this.writer.write(this.controller.startMonitorPass(nowMs));
      for (let retry = 0; retry < HEALTH_WRITE_RETRIES && conflicts.size > 0; retry++) {
        conflicts = await this.writer.write(this.controller.retryHealthUpdate(conflicts));
      }
      await this.writer.write(this.controller.finishMonitorPass(conflicts));
      await this.zones.show(this.controller.zoneViews());
    } catch (error) {
      this.writer.report(error, 'health pass could not be written');
    }
    // The next pass is due even if this one failed: nodes must not go unmonitored.
    if (this.stopped) return;
    this.startTaints();
    this.setMonitorTimer(nowMs + 1);
    this.rearm();
  }

  /**
   * Reads the renewals from the table. A queue may have lost reports of renewals: no node is declared lost before the
   * table, which has all of them, is read.
   */
  private async recallRenewals(nowMs: number): Promise<void> {
    if (!this.controller.leases.hasSilentNodes(nowMs)) return;
    const renewals = await this.context.cluster.records.heartbeats.read();
    this.controller.leases.recall(renewals, nowMs);
  }

  /** The next pass from an instant on that is needed; a cluster without nodes needs none until it has one. */
  private setMonitorTimer(fromMs: number): void {
    this.awaitsSilence = this.controller.isResting;
    const nextMs = this.controller.hasNothingToMonitor ? undefined : this.controller.nextBusyPassMs(fromMs);
    this.monitorAt(nextMs);
  }

  private monitorAt(atMs: number | undefined): void {
    this.monitorAtMs = atMs;
    this.setTimer(TimerPhase.NodeMonitor, atMs, () => this.monitorPass());
  }

  private async noExecutePass(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.writer.write(this.controller.noExecutePass(this.context.cluster.clock.now()));
      await this.zones.show(this.controller.zoneViews());
    } catch (error) {
      this.writer.report(error, 'taints could not be written');
    }
    this.rearm();
  }

  private apply(actions: readonly (NodeLifecycleAction | TaintManagerAction)[]): void {
    const { cluster } = this.context;
    const deletions = actions.filter((action) => action.kind === 'deletePod');
    if (deletions.length > 0) this.evictions.order(deletions);
    const writes = actions.filter((action) => action.kind !== 'deletePod');
    void cluster.activity
      .track(() => this.writer.write(writes))
      .catch((err: unknown) => this.writer.report(err, 'node changes could not be written'));
  }

  /** Timers for the next instant at which the tainting pass or the taint manager could do something. */
  private rearm(): void {
    if (this.stopped) return;
    const now = this.context.cluster.clock.now();
    const tainting = this.controller.nextNoExecuteDeadlineMs(now);
    this.setTimer(TimerPhase.NoExecuteTainting, tainting, () => this.noExecutePass());
    this.setTimer(TimerPhase.TaintManager, this.taints.nextDeadlineMs(), () => {
      if (this.stopped) return;
      this.apply(this.taints.fireDue(this.context.cluster.clock.now()));
      this.rearm();
    });
  }

  private setTimer(phase: TimerPhase, atMs: number | undefined, fire: () => void | Promise<void>): void {
    this.timers.get(phase)?.cancel();
    this.timers.delete(phase);
    if (atMs !== undefined)
      this.timers.set(phase, this.context.cluster.clock.setTimer(atMs, phase, 'node-lifecycle-controller', fire));
  }
}

function finite(atMs = Infinity): number | null {
  return Number.isFinite(atMs) ? atMs : null;
}

/** The component as a process announces it. */
export function nodeLifecycleKind(shards: number): ComponentKind<'heartbeats'> {
  return {
    name: 'node-lifecycle-controller',
    shards,
    split: 'clusters',
    queues: ['heartbeats'],
    create: (context) => new NodeLifecycleComponent(context),
  };
}
