import type { LogMaintenance } from '@orrery/store';
import {
  keptHistory,
  type ClockPort,
  type HealthPort,
  type IdentityPort,
  type KeptHistory,
  type LogPort,
  type RecordPort,
  type RecordsPort,
  type SettingsPort,
} from '@orrery/control-plane';

/** Surplus changes, as a share of those kept, that may accumulate before they are removed together. */
const SURPLUS = { quiet: 0.2, busy: 1 };
/** Surplus from which on the maintenance counts as fallen behind, if its last round failed or takes long. */
const BEHIND = 4;
const LONG_ROUND_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 60_000;
/** Maximum wait of an ending process for the current portion. */
const STOP_MS = 1000;

/** Interval of the check for changes that are past the retained age. */
const LOOK_AGAIN_MS = 2000;

/** Ports used by this class. */
type Ports = IdentityPort & RecordPort & RecordsPort & HealthPort & LogPort & ClockPort & SettingsPort;

/** The readiness check that fails when the log of a cluster is not shortened any more. */
const LOG_MAINTENANCE_CHECK = 'log-maintenance';

/** Decides when the log of a cluster is shortened; runs never overlap, and failures are reported. */
export class LogShortener {
  private readonly maintenance: LogMaintenance;
  private readonly ending = new AbortController();
  /** The log keeps everything after this revision. */
  private shortenedTo: number;
  private round: Promise<void> | undefined;
  private roundSinceMs = 0;
  private backoffMs = 0;
  private notBeforeMs = 0;

  /** @param usualChanges number of changes that the log keeps at least by default */
  constructor(
    private readonly cluster: Ports,
    private readonly usualChanges: number,
  ) {
    this.shortenedTo = cluster.record.compacted;
    this.maintenance = cluster.records.routing.maintenance();
  }

  private get kept(): KeptHistory {
    return keptHistory(this.cluster.settings, this.usualChanges);
  }

  /** Checks the log, called periodically with the revision up to which it has been used; begins a round if one is due. */
  look(used: number, isQuiet: boolean): void {
    const { kept } = this;
    const to = used - kept.changes;
    const surplus = to - this.shortenedTo;
    const isLong = this.round !== undefined && performance.now() - this.roundSinceMs > LONG_ROUND_MS;
    if (surplus > kept.changes * BEHIND && (this.backoffMs > 0 || isLong)) this.fallsBehind(surplus, kept);
    if (this.round || performance.now() < this.notBeforeMs) return;
    const bearable = kept.changes * (isQuiet ? SURPLUS.quiet : SURPLUS.busy);
    if (surplus < bearable) return;
    this.roundSinceMs = performance.now();
    this.round = this.shorten({ to, bearable, kept }).finally(() => (this.round = undefined));
  }

  /** Ends after the portion under way. */
  async stop(): Promise<void> {
    this.ending.abort();
    const { health, id } = this.cluster;
    health.holds(checkOf(id), 'the log of the cluster is shortened elsewhere');
    await Promise.race([this.round, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
  }

  private async shorten(due: { to: number; bearable: number; kept: KeptHistory }): Promise<void> {
    const { health, log, id } = this.cluster;
    try {
      const to = await this.limit(due.to, due.kept);
      if (to - this.shortenedTo < due.bearable) {
        // What is kept by its age becomes old enough in time.
        this.notBeforeMs = performance.now() + LOOK_AGAIN_MS;
        return;
      }
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

  /** Returns the revision up to which the log may be shortened: changes within the retained duration stay. */
  private async limit(to: number, { durationMs }: KeptHistory): Promise<number> {
    if (durationMs === 0) return to;
    const { records, clock } = this.cluster;
    return Math.min(to, await records.history.revisionAt(clock.now() - durationMs));
  }

  private fallsBehind(surplus: number, kept: KeptHistory): void {
    const { health, id } = this.cluster;
    const problem = 'the maintenance of the log has fallen behind: the database grows';
    health.fails(checkOf(id), problem, { cluster: id, surplus, kept: kept.changes });
  }
}

function checkOf(cluster: string): string {
  return `${LOG_MAINTENANCE_CHECK}/${cluster}`;
}
