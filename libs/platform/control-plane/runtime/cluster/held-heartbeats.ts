import type { HeartbeatRecords } from '@orrery/store';

/**
 * Maximum time that renewals are held for others, in ms of real time: until the next multiple of it, so that all
 * clusters write together.
 */
const HOLD_MS = 200;

export interface HeldHeartbeatsOptions {
  /** True if no other process reads or writes the table. */
  readonly areHeld: boolean;
  /** Renewals could not be written; they are kept and tried again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Heartbeat renewals of a cluster. With a manual clock, an hour of a thousand nodes has 360,000 of them, and only the
 * last one of each node counts; with a running clock, those of a thousand clusters would be a hundred statements a
 * second. They are held here until the table is read, until a client that advanced the clock gets its answer, or for a
 * moment of real time: reads return the same as if each had been written at once. After a crash kubelets renew their
 * Leases before anything else, as after any restart.
 */
export class HeldHeartbeats {
  /** The table as its readers and writers see it. */
  readonly table: HeartbeatRecords = {
    read: () => this.read(),
    renew: (renewals) => this.renew(renewals),
  };
  private held = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  /** Current write; there is one at a time. */
  private writing: Promise<void> = Promise.resolve();
  private isStopped = false;
  /** True if the last write failed. */
  private isAway = false;

  constructor(
    private readonly stored: HeartbeatRecords,
    private readonly options: HeldHeartbeatsOptions,
  ) {}

  private async read(): Promise<Map<string, number>> {
    await this.flush();
    return this.stored.read();
  }

  private async renew(renewals: ReadonlyMap<string, number>): Promise<void> {
    for (const [node, atMs] of renewals) {
      const latestMs = this.held.get(node);
      if (latestMs === undefined || latestMs < atMs) this.held.set(node, atMs);
    }
    if (!this.options.areHeld) return this.insist();
    this.writeSoon();
  }

  /** Writes when those of all clusters are written, and again until that succeeds: no other renewal may follow. */
  private writeSoon(): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => {
      void this.flush().catch((error: unknown) => {
        this.failed(error);
        this.writeSoon();
      });
    }, toNextMultiple());
  }

  /** Resolves when all earlier renewals are in the table, after as many retries as needed. */
  private async insist(): Promise<void> {
    while (!this.isStopped) {
      try {
        return await this.flush();
      } catch (error) {
        this.failed(error);
      }
      await new Promise((resolve) => setTimeout(resolve, toNextMultiple()));
    }
  }

  /** Says so once, until the table is there again. */
  private failed(error: unknown): void {
    if (!this.isAway) this.options.onError(error);
    this.isAway = true;
  }

  /** Resolves when all earlier renewals are in the table. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.catch(() => undefined).then(() => this.write());
    return this.writing;
  }

  /** Stops the renewals when this process no longer runs the cluster: those not written by now are dropped. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.held.clear();
  }

  private async write(): Promise<void> {
    if (this.held.size === 0 || this.isStopped) return;
    const renewals = this.held;
    this.held = new Map();
    try {
      await this.stored.renew(renewals);
      this.isAway = false;
    } catch (error) {
      // Later ones of the same nodes have come meanwhile.
      for (const [node, atMs] of this.held) renewals.set(node, atMs);
      if (!this.isStopped) this.held = renewals;
      throw error;
    }
  }
}

function toNextMultiple(): number {
  return HOLD_MS - (performance.now() % HOLD_MS);
}
