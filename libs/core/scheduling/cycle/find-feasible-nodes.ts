import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import { RuleScope, type FilterPlugin } from '../framework/plugin';
import { isRejected, isSuccess, SUCCESS, type Status } from '../framework/status';
import { activeFilters, judgeBy, runAllFilters, runFilters, type FrameworkFilterRunner } from './run-filters';
import { searchBoard } from './search-board';
import type { ShapeAnswers } from './shape-memory';
import type { VerdictBoard } from './verdict-board';

/** One search for feasible nodes. */
export interface NodeSearch {
  readonly framework: Framework;
  readonly runner: FrameworkFilterRunner;
  readonly state: CycleState;
  readonly pod: PodInfo;
  /** Candidates in node order. */
  readonly nodes: readonly NodeInfo[];
  /** Index of the first candidate to look at. */
  readonly start: number;
  /** The search ends when this many are feasible. */
  readonly limit: number;
  readonly answers: ShapeAnswers | undefined;
  /** Takes the verdicts of nodes that are not feasible. */
  readonly diagnosis: Diagnosis;
}

/** Nodes that follow each other in node order: positions from `from` to before `to`. */
export interface NodeRun {
  readonly from: number;
  readonly to: number;
}

/** What a search found. */
export interface SearchResult {
  /** Feasible nodes in the order in which they were examined. */
  readonly feasible: NodeInfo[];
  /** Their positions in node order, where they are known. */
  readonly runs?: readonly NodeRun[] | undefined;
  /** How many nodes were examined. */
  readonly examined: number;
  /** An internal error ended the search. */
  readonly error: Status | undefined;
}

/**
 * Examines `nodes[(start + i) mod N]` one after the other until enough are feasible. Where the filters look at nothing
 * but the pod's shape and the node, for good or for now, only nodes are looked at that fit or changed since the last pod
 * of the shape.
 */
export function findFeasibleNodes(search: NodeSearch): SearchResult {
  const { framework, state, nodes, answers } = search;
  const filters = activeFilters(framework, state);
  if (framework.profile.alwaysCheckAllFilters) {
    return searchNodes(search, (node) => runAllFilters(filters, state, search.pod, node));
  }
  if (!answers) return searchNodes(search, judgeBy(filters, state, search.pod));
  const [drivingStages, rest] = splitByScope(filters);
  if (nodes === framework.handle.snapshot().nodes) {
    if (rest.length === 0) return searchBoard(search, { filters, answers });
    const key = rest.length === 1 && framework.handle.nominations.isEmpty && rest[0]!.nodeScopeKey?.(state);
    if (key) return searchBoard(search, { filters, answers, key });
  }
  return searchNodes(search, recallingJudge(search, answers.boardOf(drivingStages), { drivingStages, rest }));
}

/** Looks at every node, at promised ones with the pods that are promised to them. */
function searchNodes(search: NodeSearch, alone: (node: NodeInfo, index: number) => Status): SearchResult {
  const { framework, runner, state, pod, nodes, start, limit, diagnosis } = search;
  const hasNoReservations = framework.handle.nominations.isEmpty;
  const feasible: NodeInfo[] = [];
  const count = nodes.length;
  let examined = 0;
  for (let index = count === 0 ? 0 : start % count; examined < count && feasible.length < limit; examined++) {
    const node = nodes[index]!;
    const isPromised = !hasNoReservations && node.promisedTo.length > 0;
    const status = isPromised ? runner.filterWithNominatedPods(state, pod, node) : alone(node, index);
    index = index + 1 === count ? 0 : index + 1;
    if (status === SUCCESS || isSuccess(status)) feasible.push(node);
    else if (isRejected(status)) diagnosis.reject(node, status);
    else return { feasible, examined: examined + 1, error: status };
  }
  return { feasible, examined, error: undefined };
}

interface SplitFilters {
  readonly drivingStages: readonly FilterPlugin[];
  readonly rest: readonly FilterPlugin[];
}

/** Runs the leading filters only on nodes that changed since they were judged for a pod of this shape. */
function recallingJudge(
  { framework, state, pod, nodes }: NodeSearch,
  board: VerdictBoard,
  { drivingStages, rest }: SplitFilters,
): (node: NodeInfo, index: number) => Status {
  const snapshot = framework.handle.snapshot();
  const areAll = nodes === snapshot.nodes;
  board.follow(snapshot);
  const judgeFurther = judgeBy(rest, state, pod);
  return (node, index) => {
    const position = areAll ? index : snapshot.positionOf(node.row);
    let status = board.at(position);
    if (!status) {
      status = runFilters(drivingStages, state, pod, node);
      if (isSuccess(status) || isRejected(status)) board.record(position, status);
    }
    return status === SUCCESS ? judgeFurther(node) : status;
  };
}

/** The leading filters that look at one node only, and the others from the first that looks further. */
function splitByScope(filters: readonly FilterPlugin[]): [readonly FilterPlugin[], readonly FilterPlugin[]] {
  const first = filters.findIndex(({ filterScope }) => filterScope !== RuleScope.Node);
  return first < 0 ? [filters, []] : [filters.slice(0, first), filters.slice(first)];
}
