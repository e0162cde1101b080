import type { PodInfo } from '../cache/pod-info';
import type { Status } from '../framework/status';

/**
 * An outside filter and scorer (specification 5.12). Calls are synchronous for the cycle: a shell that reaches the
 * extender over HTTP blocks its scheduling thread, as upstream's cycle does.
 */
export interface Extender {
  /** Name under which it counts as a rejector; every event wakes the pods it rejected. */
  readonly name: string;
  /** Its failures are passed over. */
  readonly ignorable: boolean;
  /** Weight of its scores (0..10 per node); 0: it does not score. */
  readonly weight: number;
  isInterestedIn(pod: PodInfo): boolean;
  /** Verdicts of the nodes it refuses, by name; undefined: it does not filter. */
  filter?(pod: PodInfo, nodeNames: readonly string[]): ExtenderFilterAnswer;
  /** Score 0..10 by node name; undefined: no answer, passed over. */
  prioritize?(pod: PodInfo, nodeNames: readonly string[]): ReadonlyMap<string, number> | undefined;
}

/** Refused nodes with their verdicts, or an error that ends the cycle unless the extender is ignorable. */
export type ExtenderFilterAnswer =
  { readonly ok: true; readonly refused: ReadonlyMap<string, Status> } | { readonly ok: false; readonly error: string };
