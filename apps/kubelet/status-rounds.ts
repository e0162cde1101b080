import type {
  ComponentContext,
  Modification,
  IdentityPort,
  ObjectsPort,
  ClockPort,
  LogPort,
} from '@orrery/control-plane';

/** What it uses of its cluster. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

/**
 * Writes the status of objects that configure kubelets: one write after the other; what changes meanwhile goes
 * with the next. A write that fails is logged, and repeated with the next change.
 */
export class StatusRounds {
  private isWriting = false;
  private isStale = false;

  /** @param what owner of the status, for the log; @param updates the writes that are due now */
  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly what: string,
    private readonly updates: () => Modification[],
  ) {}

  run(): void {
    this.isStale = true;
    if (this.isWriting) return;
    this.isWriting = true;
    const { cluster } = this.context;
    void cluster.activity
      .track(() => this.write())
      .catch((err: unknown) => {
        cluster.log.warn({ err, cluster: cluster.id }, `the status of ${this.what} was not written`);
      })
      .finally(() => (this.isWriting = false));
  }

  private async write(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      const updates = this.updates();
      if (updates.length > 0) await this.context.cluster.store.modifySoon(updates, this.context.fence);
    }
  }
}
