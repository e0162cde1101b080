import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import type { Status } from '../framework/status';
import type { NodeRun } from './node-run';
import type { FrameworkFilterRunner } from './run-filters';
import type { ShapeAnswers } from './shape-memory';

/** Parameters of a search for feasible nodes. */
export interface NodeSearch {
  readonly framework: Framework;
  readonly runner: FrameworkFilterRunner;
  readonly state: CycleState;
  readonly pod: PodInfo;
  /** Candidates in node order. */
  readonly nodes: readonly NodeInfo[];
  /** Index of the first candidate to examine. */
  readonly start: number;
  /** The search ends when this many are feasible. */
  readonly limit: number;
  readonly answers: ShapeAnswers | undefined;
  /** Takes the verdicts of nodes that are not feasible. */
  readonly diagnosis: Diagnosis;
}

/** Result of a search. */
export interface SearchResult {
  /** Feasible nodes in the order in which they were examined. */
  readonly feasible: NodeInfo[];
  /** Their positions in node order, where they are known. */
  readonly runs?: readonly NodeRun[] | undefined;
  /** Number of examined nodes. */
  readonly examined: number;
  /** An internal error ended the search. */
  readonly error: Status | undefined;
}
