import type { NodeLifecycleAction } from '../actions';
import type { KnownNode } from '../monitor/known-nodes';

/** Handling of lost nodes, through the queues and limiters of their zones. */
export interface NodeEvictor {
  beginPass(nowMs: number): void;
  /** A node was observed not ready, by its state before the pass wrote; once it was queued, nothing more happens. */
  lost(known: KnownNode, observed: string): readonly NodeLifecycleAction[];
  /** Returns whether {@link lost} does nothing about this node, at any instant at which its observed state is the present one. */
  isSettled(known: KnownNode): boolean;
  /** A node is ready, new, or everything is down: what was done or planned about it is taken back. */
  recovered(known: KnownNode): readonly NodeLifecycleAction[];
  /** Evicts a node whose turn has come; undefined if its state is unknown now and it has to wait again. */
  evict(known: KnownNode, nowMs: number): readonly NodeLifecycleAction[] | undefined;
}
