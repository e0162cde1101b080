import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { NodeVictims } from '../extenders/extender-messages';
import type { Status } from '../framework/status';

/**
 * Outside filter, scorer, binder and adviser on preemption (spec scheduler 5.12). A cycle calls it and continues at
 * once; one that has to send a request first reports it by {@link Extender.pending}: the cycle is then repeated when
 * the answer is there.
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
  filter?(pod: PodInfo, nodes: readonly NodeInfo[]): ExtenderFilterAnswer;
  /** Score 0..10 by node name; undefined: no answer, passed over. */
  prioritize?(pod: PodInfo, nodes: readonly NodeInfo[]): ReadonlyMap<string, number> | undefined;
  /** The candidates of a preemption that it agrees to, with those of their victims that are enough. */
  preempt?(pod: PodInfo, candidates: ReadonlyMap<string, NodeVictims>): ExtenderPreemptionAnswer;
  /** Binds the pod itself; the error text, empty if it went well. */
  bind?(pod: Pod, nodeName: string): Promise<string>;
  /** Returns the ignored problems of this cycle, for explanations. */
  problems?(): readonly string[];
  /** Resolves when the calls of this cycle are answered; undefined: none is pending. */
  pending?(): Promise<void> | undefined;
  /** Ends the cycle: its problems do not count for the next. */
  forget?(): void;
}

/** Refused nodes with their verdicts, or an error that ends the cycle unless the extender is ignorable. */
export type ExtenderFilterAnswer =
  | {
      readonly ok: true;
      readonly refused: ReadonlyMap<string, Status>;
      /** Nodes that were no candidates at the time of the call; they are left out of this cycle. */
      readonly overlooked?: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly error: string };

export type ExtenderPreemptionAnswer = ReadonlyMap<string, NodeVictims> | { readonly error: string };
