import type { ComponentContext } from '@orrery/control-plane';
import { ClusterGoneError, FencedError, type Change } from '@orrery/store';

/** One control loop of the controller manager. */
export interface Controller {
  /** Takes up the state of the cluster. */
  start(): void;
  stop(): void;
  /** Follows the log. */
  follow(changes: readonly Change[]): void;
  /** Brings these objects (`namespace/name` or `name`) to what they should be. */
  reconcile?(keys: readonly string[]): Promise<void>;
}

/** Runs background work of a controller as activity of the cluster; faults are logged, the next trigger tries again. */
export function runLoop(context: ComponentContext, controller: string, work: () => Promise<void>): void {
  const { runtime } = context;
  void runtime.activity.track(work).catch((err: unknown) => {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    runtime.plane.logger.error({ err, cluster: runtime.id, controller }, 'control loop failed');
  });
}
