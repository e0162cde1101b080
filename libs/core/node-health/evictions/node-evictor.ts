import type { NodeLifecycleAction } from '../actions';
import type { KnownNode } from '../monitor/known-nodes';

/** What is done about nodes that are lost, through the queues and limiters of their zones. */
export interface NodeEvictor {
  beginPass(nowMs: number): void;
  /** A node was observed not ready, by its state before the pass wrote; once it was queued, nothing more happens. */
  lost(known: KnownNode, observed: string): readonly NodeLifecycleAction[];
  /** Returns whether {@link lost} does nothing about this node, at whatever instant it is observed as it is now. */
  isSettled(known: KnownNode): boolean;
  /** A node is ready, new, or everything is down: what was done or planned about it is taken back. */
  recovered(known: KnownNode): readonly NodeLifecycleAction[];
  /** The node's turn has come; undefined if it cannot be judged now and has to wait again. */
  evict(known: KnownNode, nowMs: number): readonly NodeLifecycleAction[] | undefined;
}
