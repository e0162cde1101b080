import type { KnownNode } from './known-nodes';

export interface RestingPassesOptions {
  /** The nodes of the cluster, as every pass since the last one has found them. */
  readonly nodes: () => readonly KnownNode[];
  /** Maximum silence of a node that has a status. */
  readonly gracePeriodMs: number;
  /** The first instant of a pass that is not before this one. */
  readonly passFrom: (atMs: number) => number;
}

/**
 * Health passes that can be skipped. After a pass that found nothing to do, further ones do only one thing until a node
 * changes or falls silent for too long: they note the instant at which they saw the renewal of a Lease. This instant is
 * a function of the renewal, so it is computed on demand.
 */
export class RestingPasses {
  /** The last pass that has happened, or has been made up for. */
  private sinceMs: number | undefined;

  constructor(private readonly options: RestingPassesOptions) {}

  get isResting(): boolean {
    return this.sinceMs !== undefined;
  }

  /** The last pass that has happened, or has been made up for; undefined while passes happen. */
  get since(): number | undefined {
    return this.sinceMs;
  }

  /** A pass found nothing to do. */
  begin(passMs: number): void {
    this.sinceMs = passMs;
  }

  /** Ends the rest after a change: the next pass must happen; those before it are made up for. */
  end(beforeMs: number): void {
    this.catchUp(beforeMs);
    this.sinceMs = undefined;
  }

  /** Notes what the passes before an instant would have noted. */
  catchUp(beforeMs: number): void {
    if (this.sinceMs === undefined) return;
    const firstMs = this.options.passFrom(this.sinceMs + 1);
    if (firstMs >= beforeMs) return;
    for (const { memory } of this.options.nodes()) {
      const { record, leaseRenewMs, leaseNoticedFromMs = leaseRenewMs } = memory;
      if (!record || leaseRenewMs === undefined || leaseNoticedFromMs === undefined) continue;
      const { savedLeaseRenewMs, readyTransitionAtMs, savedReady } = record;
      if (savedLeaseRenewMs !== undefined && leaseRenewMs <= savedLeaseRenewMs) continue;
      const probeAtMs = this.options.passFrom(Math.max(firstMs, leaseNoticedFromMs));
      if (probeAtMs >= beforeMs) continue;
      memory.record = { probeAtMs, readyTransitionAtMs, savedReady, savedLeaseRenewMs: leaseRenewMs };
    }
    // The last one before the instant: one that is as late as can be and has not been noted yet.
    this.sinceMs = beforeMs - 1;
  }

  /** Returns the first pass at which a node will have been silent for too long without a further renewal; undefined while passes happen. */
  nextBusyPassMs(): number | undefined {
    if (this.sinceMs === undefined) return undefined;
    let silentFromMs = Number.POSITIVE_INFINITY;
    for (const { memory, ready } of this.options.nodes()) {
      if (!memory.record || ready?.status === 'Unknown') continue;
      silentFromMs = Math.min(silentFromMs, memory.record.probeAtMs + this.options.gracePeriodMs);
    }
    return silentFromMs === Number.POSITIVE_INFINITY ? silentFromMs : this.options.passFrom(silentFromMs + 1);
  }
}
