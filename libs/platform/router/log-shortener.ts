import type { LogMaintenance } from '@orrery/store';
import type { HealthPort, IdentityPort, LogPort, RecordPort, RecordsPort } from '@orrery/control-plane';

/** So many more changes than are kept, as a share of these, may gather before they are removed together. */
const SURPLUS = { quiet: 0.2, busy: 1 };
/** From this surplus on the maintenance has fallen behind, if its last round failed or takes long. */
const BEHIND = 4;
const LONG_ROUND_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 60_000;
/** How long the end of a process waits for the portion under way. */
const STOP_MS = 1000;

/** The readiness check that fails when the log of a cluster is not shortened any more. */
export const LOG_MAINTENANCE_CHECK = 'log-maintenance';

/** Decides when the log of a cluster is to be shortened, and sees to it that this neither overlaps nor goes unnoticed. */
export class LogShortener {
  private readonly maintenance: LogMaintenance;
  private readonly ending = new AbortController();
  /** The log keeps everything after this revision. */
  private shortenedTo: number;
  private round: Promise<void> | undefined;
  private roundSinceMs = 0;
  private backoffMs = 0;
  private notBeforeMs = 0;

  /** @param keptChanges that the log keeps at least. */
  constructor(
    private readonly cluster: IdentityPort & RecordPort & RecordsPort & HealthPort & LogPort,
    private readonly keptChanges: number,
  ) {
    this.shortenedTo = cluster.record.compacted;
    this.maintenance = cluster.records.routing.maintenance();
  }

  /** To be called now and then with the revision up to which the log has been used; begins a round if one is due. */
  look(used: number, isQuiet: boolean): void {
    const to = used - this.keptChanges;
    const surplus = to - this.shortenedTo;
    const isLong = this.round !== undefined && performance.now() - this.roundSinceMs > LONG_ROUND_MS;
    if (surplus > this.keptChanges * BEHIND && (this.backoffMs > 0 || isLong)) this.fallsBehind(surplus);
    if (this.round || performance.now() < this.notBeforeMs) return;
    if (surplus < this.keptChanges * (isQuiet ? SURPLUS.quiet : SURPLUS.busy)) return;
    this.roundSinceMs = performance.now();
    this.round = this.shorten(to).finally(() => (this.round = undefined));
  }

  /** Ends after the portion under way. */
  async stop(): Promise<void> {
    this.ending.abort();
    const { health, id } = this.cluster;
    health.holds(checkOf(id), 'the log of the cluster is shortened elsewhere');
    await Promise.race([this.round, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
  }

  private async shorten(to: number): Promise<void> {
    const { health, log, id } = this.cluster;
    try {
      const { isDone } = await this.maintenance.shorten(to, { signal: this.ending.signal });
      if (!isDone || this.ending.signal.aborted) return;
      this.shortenedTo = to;
      this.backoffMs = 0;
      health.holds(checkOf(id), 'the log of the cluster is as short as it is to be again');
    } catch (err) {
      if (this.ending.signal.aborted) return;
      this.backoffMs = Math.min(LONGEST_BACKOFF_MS, this.backoffMs * 2 || FIRST_BACKOFF_MS);
      this.notBeforeMs = performance.now() + this.backoffMs;
      log.warn({ err, cluster: id, retryMs: this.backoffMs }, 'the log could not be shortened');
    }
  }

  private fallsBehind(surplus: number): void {
    const { health, id } = this.cluster;
    const problem = 'the maintenance of the log has fallen behind: the database grows';
    health.fails(checkOf(id), problem, { cluster: id, surplus, kept: this.keptChanges });
  }
}

function checkOf(cluster: string): string {
  return `${LOG_MAINTENANCE_CHECK}/${cluster}`;
}
