import type { ClockPort, ComponentContext, IdentityPort, LogPort } from '@orrery/control-plane';
import { ClusterGoneError, FencedError } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';

/** Ports used by this class. */
type Ports = IdentityPort & ClockPort & LogPort;

/** Work to run, and the time when it is due. */
export interface DueWork {
  /** Returns the time of the next due work; undefined when none is due. */
  nextDeadlineMs(): number | undefined;
  /** Runs the due work, and writes its results. */
  runDue(): Promise<void>;
  /** The kubelets of the shard belong to another process now. */
  lost(): void;
}

/** Runs kubelets when something is due by the cluster's clock, one run after the other. */
export class DueRuns {
  private timer: Timer | undefined;
  private timerMs = Infinity;
  private isRunning = false;
  private isStopped = false;

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly work: DueWork,
  ) {}

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  /** Runs the due work, or sets the timer for the next. To be called after every change. */
  run(): void {
    if (this.isRunning || this.isStopped) return;
    const due = this.work.nextDeadlineMs();
    const { cluster } = this.context;
    const { clock } = cluster;
    if (due === undefined || due > clock.now() || !clock.hasReached(TimerPhase.Kubelet)) return this.rearm(due);
    this.isRunning = true;
    void cluster.activity
      .track(() => this.gathered())
      .catch((err: unknown) => {
        if (err instanceof FencedError || err instanceof ClusterGoneError) return this.work.lost();
        cluster.log.error({ err, cluster: cluster.id }, 'kubelets could not write');
      })
      .finally(() => {
        this.isRunning = false;
        this.run();
      });
  }

  private async gathered(): Promise<void> {
    // One turn of the event loop gathers what arrives together.
    await this.context.cluster.activity.turn();
    if (!this.isStopped) await this.work.runDue();
  }

  private rearm(deadline: number | undefined): void {
    if (this.timer && deadline === this.timerMs) return;
    this.timer?.cancel();
    this.timer = undefined;
    if (deadline === undefined) return;
    this.timerMs = deadline;
    this.timer = this.context.cluster.clock.setTimer(deadline, TimerPhase.Kubelet, 'kubelet', () => {
      this.timer = undefined;
      this.run();
    });
  }
}
