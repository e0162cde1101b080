import type { ComponentContext, IdentityPort, ClockPort, LogPort } from '@orrery/control-plane';
import { ClusterGoneError, FencedError, type Change } from '@orrery/store';

/** One control loop of the controller manager. */
export interface Controller {
  /**
   * Takes up the state of the cluster.
   *
   * @param captured what a former one knew (see {@link capture}): then it goes on as that one would have
   */
  start(captured?: unknown): void;
  /** What it knows beside the objects, as plain data; absent for one that knows nothing else. */
  capture?(): unknown;
  stop(): void;
  /** Follows the log. */
  follow(changes: readonly Change[]): void;
  /** Brings these objects (`namespace/name` or `name`) to what they should be. */
  reconcile?(keys: readonly string[]): Promise<void>;
}

/** Runs background work of a controller as activity of the cluster; faults are logged, the next trigger tries again. */
export function runLoop(
  context: ComponentContext<IdentityPort & ClockPort & LogPort>,
  controller: string,
  work: () => Promise<void>,
): void {
  const { cluster } = context;
  void cluster.activity.track(work).catch((err: unknown) => {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    cluster.log.error({ err, cluster: cluster.id, controller }, 'control loop failed');
  });
}
