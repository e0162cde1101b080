/** Parameters of repeated work. */
export interface RepeatedWorkOptions {
  readonly work: () => Promise<void>;
  /** Called when the work fails; it is done again at the next request. */
  readonly failed: (error: unknown) => void;
  /** Tells others of work that is under way, such as `activity.track` of a cluster. */
  readonly track?: (act: () => Promise<void>) => Promise<void>;
}

/**
 * Work that never runs twice at a time: requests during a run lead to one more run, together, afterwards. No request is
 * lost, in any turn of the event loop.
 */
export class RepeatedWork {
  private isDue = false;
  private isRunning = false;
  private isStopped = false;

  constructor(private readonly options: RepeatedWorkOptions) {}

  request(): void {
    this.isDue = true;
    if (this.isRunning || this.isStopped) return;
    this.isRunning = true;
    const { track = (act) => act() } = this.options;
    void track(() => this.run());
  }

  /** Stops the repetition; a run in progress ends. */
  stop(): void {
    this.isStopped = true;
  }

  /** Says that it has ended in the same turn in which it finds nothing more to do: not one promise later. */
  private async run(): Promise<void> {
    while (this.isDue && !this.isStopped) {
      this.isDue = false;
      try {
        await this.options.work();
      } catch (error) {
        this.options.failed(error);
      }
    }
    this.isRunning = false;
  }
}
