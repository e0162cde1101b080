import type { ComponentContext, IdentityPort, ClockPort, LogPort } from '@orrery/control-plane';
import { ClusterGoneError, FencedError, type Change } from '@orrery/store';

/** One control loop of the controller manager. */
export interface Controller {
  /**
   * Takes up the state of the cluster.
   *
   * @param captured state of an earlier instance (see {@link capture}), from which it continues as that one would have
   */
  start(captured?: unknown): void;
  /** Returns its state besides the objects, as plain data; absent for one without such state. */
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
