import type { ComponentContext } from '@orrery/control-plane';
import { stoppedHeartbeats } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';

/** What a fault does to the kubelets of the shard. */
export interface FaultTargets {
  readonly stop: (node: string) => void;
  readonly resume: (node: string) => void;
}

/** Keeps kubelets stopped whose heartbeats were stopped by the user, and lets them go on when that ends. */
export class HeartbeatFaults {
  private readonly stopped = new Map<string, Timer | undefined>();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly context: ComponentContext,
    private readonly targets: FaultTargets,
  ) {}

  async start(): Promise<void> {
    this.unsubscribe = this.context.runtime.onFaultsChanged(() => this.reload());
    await this.reload();
  }

  stop(): void {
    this.unsubscribe();
    for (const timer of this.stopped.values()) timer?.cancel();
  }

  /** Compares the faults there are with those that are in force here. */
  private async reload(): Promise<void> {
    const { runtime } = this.context;
    const now = runtime.clock.now();
    const faults = (await stoppedHeartbeats(runtime.plane.database, runtime.id)).filter(
      ({ untilMs }) => untilMs === undefined || untilMs > now,
    );
    const wanted = new Set(faults.map(({ node }) => node));
    for (const node of [...this.stopped.keys()]) if (!wanted.has(node)) this.lift(node);
    for (const { node, untilMs } of faults) {
      this.stopped.get(node)?.cancel();
      const end = (): void => this.lift(node);
      this.stopped.set(
        node,
        untilMs === undefined ? undefined : runtime.clock.setTimer(untilMs, TimerPhase.Fault, end),
      );
      this.targets.stop(node);
    }
  }

  private lift(node: string): void {
    this.stopped.get(node)?.cancel();
    this.stopped.delete(node);
    this.targets.resume(node);
  }
}
