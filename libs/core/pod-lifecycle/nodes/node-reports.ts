import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import { notReadyMessage } from '../faults/kubelet-errors';
import { NodeFaultKind, type NodeFaults } from '../faults/node-faults';
import { readinessEvents } from '../faults/degraded-status';
import type { Chance } from '../chance';
import type { HostedNode } from './hosted-node';
import type { Heartbeats } from './own-work';
import type { KubeletActions } from '../shard/kubelet-actions';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { pressureEvents } from './pressure-conditions';

export interface NodeReportsOptions {
  readonly settings: KubeletSettings;
  /** Instant from which periods are counted. */
  readonly originMs: number;
  readonly nodes: ReadonlyMap<string, HostedNode>;
  readonly faults: NodeFaults;
  readonly chance: Chance;
}

/** Times of the next reports of kubelets, as plain data. */
export interface NodeReportsState {
  readonly leases: DeadlineState;
  readonly statuses: DeadlineState;
}

/** Schedules the node statuses and Lease renewals of a shard's kubelets, and makes their contents. */
export class NodeReports {
  private readonly leases = new DeadlineHeap();
  private readonly statuses = new DeadlineHeap();

  constructor(private readonly options: NodeReportsOptions) {}

  /** Both are due at once. */
  wake(name: string, nowMs: number): void {
    this.leases.set(name, nowMs);
    this.statuses.set(name, nowMs);
  }

  /** There is something to say in the node's status; nothing of a node that is not there, which faults may be about. */
  speak(name: string, nowMs: number): void {
    if (this.options.nodes.has(name)) this.statuses.set(name, nowMs);
  }

  forget(name: string): void {
    this.leases.set(name, undefined);
    this.statuses.set(name, undefined);
  }

  nextMs(): readonly (number | undefined)[] {
    return [this.leases.nextMs(), this.statuses.nextMs()];
  }

  /** Returns the times of each node's next reports, as plain data. */
  toState(): NodeReportsState {
    return { leases: this.leases.toState(), statuses: this.statuses.toState() };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ leases, statuses }: NodeReportsState): void {
    this.leases.restore(leases);
    this.statuses.restore(statuses);
  }

  /** Node statuses first, then Leases; by node name. */
  run(nowMs: number, actions: KubeletActions): void {
    const { settings, nodes, faults } = this.options;
    for (const name of this.statuses.takeDue(nowMs).sort()) {
      const hosted = nodes.get(name)!;
      const wrong = faults.of(name);
      hosted.setFault(notReadyMessage(wrong, settings, nowMs));
      const status = wrong.has(NodeFaultKind.StatusFrozen) ? undefined : hosted.statusToWrite(nowMs);
      if (status) {
        const { uid } = hosted.node.metadata;
        actions.patchNodeStatuses.push({ nodeName: name, uid, status });
        actions.nodeEvents.push(...pressureEvents(hosted.node, status), ...readinessEvents(hosted.node, status));
        for (const updates of hosted.updatesOf(status)) actions.nodeEvents.push({ nodeName: name, uid, ...updates });
      }
      this.statuses.set(
        name,
        this.nextMultiple(nowMs, hosted.heartbeats.statusUpdateMs * faults.heartbeatFactor(name)),
      );
    }
    for (const name of this.leases.takeDue(nowMs).sort()) {
      const { node, heartbeats } = nodes.get(name)!;
      const { uid } = node.metadata;
      const { leaseDurationSeconds } = heartbeats;
      const isFrozen = faults.of(name).has(NodeFaultKind.LeaseFrozen);
      if (!isFrozen) actions.renewLeases.push({ nodeName: name, uid, renewTimeMs: nowMs, leaseDurationSeconds });
      this.leases.set(name, this.nextRenewalMs(name, heartbeats, nowMs));
    }
  }

  /** At multiples of the period; with jitter so much later than a period after the last. */
  private nextRenewalMs(name: string, { leaseRenewMs, leaseJitter }: Heartbeats, nowMs: number): number {
    const { faults, chance } = this.options;
    const periodMs = leaseRenewMs * faults.heartbeatFactor(name);
    if (leaseJitter === 0) return this.nextMultiple(nowMs, periodMs);
    return nowMs + Math.round(periodMs * (1 + leaseJitter * chance('lease-jitter', name, nowMs).unit()));
  }

  private nextMultiple(afterMs: number, periodMs: number): number {
    const { originMs } = this.options;
    return originMs + (Math.floor((afterMs - originMs) / periodMs) + 1) * periodMs;
  }
}
