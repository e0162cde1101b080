import type { NodeHealthSettings } from '../settings/settings';
import type { KnownNode, KnownNodes, NodeMemory } from './known-nodes';
import type { RestingPasses } from './resting-passes';

/** A Lease as it was renewed; the time is its own, in ms since the Unix epoch. */
export interface LeaseRenewal {
  readonly nodeName: string;
  readonly renewTimeMs: number;
}

interface LeaseRenewalsOptions {
  readonly nodes: KnownNodes;
  readonly rest: RestingPasses;
  readonly settings: NodeHealthSettings;
  /** The first instant of a health pass that is not before this one. */
  readonly passFrom: (atMs: number) => number;
}

/** Renewals of the nodes' Leases: health passes take one as a heartbeat. */
export class LeaseRenewals {
  constructor(private readonly options: LeaseRenewalsOptions) {}

  /** Takes many; the next pass may be at the instants of their own. */
  renewedAll(renewals: Iterable<LeaseRenewal>): void {
    for (const { nodeName, renewTimeMs } of renewals) this.renewed(nodeName, renewTimeMs);
  }

  /** @param noticedFromMs the earliest instant of a pass that is still to come */
  renewed(nodeName: string, renewTimeMs: number, noticedFromMs = renewTimeMs): void {
    const { nodes, rest } = this.options;
    const memory = nodes.memoryOf(nodeName);
    const { leaseRenewMs: before } = memory;
    if (before === renewTimeMs) return;
    // Of renewals that come one after the other the last one tells when life was noticed; of others it does not.
    if (before !== undefined && renewTimeMs < before) rest.end(noticedFromMs);
    memory.leaseRenewMs = renewTimeMs;
    memory.leaseNoticedFromMs = noticedFromMs;
  }

  /**
   * Takes a renewal that was reported by a job. It counts as of its own instant, whenever it is delivered: the pass that would have seen
   * it is made up for. A queue may deliver a job again, after later ones: a Lease is as it was renewed last.
   *
   * @param nextPassFromMs the earliest instant of a pass that is still to come
   */
  reported({ nodeName, renewTimeMs }: LeaseRenewal, nextPassFromMs: number): void {
    const { nodes, passFrom, rest } = this.options;
    const memory = nodes.memoryOf(nodeName);
    const { leaseRenewMs: known } = memory;
    if (known !== undefined && renewTimeMs <= known) return;
    const passMs = passFrom(renewTimeMs);
    if (passMs < nextPassFromMs) {
      rest.catchUp(nextPassFromMs);
      makeUp(memory, renewTimeMs, passMs);
    }
    this.renewed(nodeName, renewTimeMs);
  }

  /** @param noticedFromMs as for a renewal */
  deleted(nodeName: string, noticedFromMs: number): void {
    this.options.rest.end(noticedFromMs);
    this.options.nodes.memoryOf(nodeName).leaseRenewMs = undefined;
  }

  /**
   * Returns whether the pass at an instant would find nodes silent for too long by what was reported. A queue may lose reports: then
   * {@link recall} is to come first.
   */
  hasSilentNodes(nowMs: number): boolean {
    this.options.rest.catchUp(nowMs);
    return this.options.nodes.inNameOrder().some((known) => this.isSilent(known, nowMs));
  }

  /** Applies the stored Leases, by node: for renewals that were not reported, it makes up for the passes that would have noticed them. */
  recall(renewals: ReadonlyMap<string, number>, nowMs: number): void {
    const { nodes, passFrom } = this.options;
    for (const known of nodes.inNameOrder()) {
      const { memory } = known;
      const renewTimeMs = renewals.get(known.node.metadata.name);
      if (
        !this.isSilent(known, nowMs) ||
        renewTimeMs === undefined ||
        renewTimeMs > nowMs ||
        renewTimeMs <= (memory.leaseRenewMs ?? -Infinity)
      )
        continue;
      const probeAtMs = passFrom(renewTimeMs);
      memory.leaseRenewMs = renewTimeMs;
      memory.leaseNoticedFromMs = renewTimeMs;
      if (probeAtMs < nowMs) memory.record = { ...memory.record!, probeAtMs, savedLeaseRenewMs: renewTimeMs };
    }
  }

  private isSilent({ memory: { record, leaseRenewMs }, ready }: KnownNode, nowMs: number): boolean {
    if (!record || !ready || ready.status === 'Unknown') return false;
    const { probeAtMs, savedLeaseRenewMs = -Infinity } = record;
    const isNoticedNow = leaseRenewMs !== undefined && leaseRenewMs > savedLeaseRenewMs;
    return !isNoticedNow && nowMs > probeAtMs + this.options.settings.nodeMonitorGracePeriodMs;
  }
}

/**
 * Notes what a pass that is over would have noted of a renewal. After a change of status a record has no renewal on purpose: then the
 * next pass takes it for a new one, as it would have.
 */
function makeUp(memory: NodeMemory, renewTimeMs: number, passMs: number): void {
  const { leaseRenewMs: known, record } = memory;
  if (!record || (record.savedLeaseRenewMs === undefined && known !== undefined)) return;
  const probeAtMs = Math.max(record.probeAtMs, passMs);
  memory.record = { ...record, probeAtMs, savedLeaseRenewMs: renewTimeMs };
}
