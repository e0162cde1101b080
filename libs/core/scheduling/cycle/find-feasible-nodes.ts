import type { NodeInfo } from '../cache/node-info';
import { RuleScope, type FilterPlugin } from '../framework/plugin';
import { isRejected, isSuccess, SUCCESS, type Status } from '../framework/status';
import { activeFilters, nodeFilterOf, runAllFilters, runFilters } from './run-filters';
import type { NodeSearch, SearchResult } from './node-search';
import { searchBoard } from './search-board';
import type { VerdictBoard } from './verdict-board';

/**
 * Examines `nodes[(start + i) mod N]` one after the other until enough are feasible. If the filters read only the pod's
 * shape and the node, permanently or temporarily, only nodes are examined that fit or changed since the last pod of the
 * shape.
 */
export function findFeasibleNodes(search: NodeSearch): SearchResult {
  const { framework, state, nodes, answers } = search;
  const filters = activeFilters(framework, state);
  if (framework.profile.alwaysCheckAllFilters) {
    return searchNodes(search, (node) => runAllFilters(filters, state, search.pod, node));
  }
  if (!answers) return searchNodes(search, nodeFilterOf(filters, state, search.pod));
  const [drivingStages, rest] = splitByScope(filters);
  if (nodes === framework.handle.snapshot().nodes) {
    if (rest.length === 0) return searchBoard(search, { filters, answers });
    const key = rest.length === 1 && framework.handle.nominations.isEmpty && rest[0]!.nodeScopeKey?.(state);
    if (key) return searchBoard(search, { filters, answers, key });
  }
  return searchNodes(search, recallingFilter(search, answers.boardOf(drivingStages), { drivingStages, rest }));
}

/** Examines every node, also with the pods that are nominated to it. */
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

/** Runs the leading filters only on nodes that changed since they were checked for a pod of this shape. */
function recallingFilter(
  { framework, state, pod, nodes }: NodeSearch,
  board: VerdictBoard,
  { drivingStages, rest }: SplitFilters,
): (node: NodeInfo, index: number) => Status {
  const snapshot = framework.handle.snapshot();
  const areAll = nodes === snapshot.nodes;
  board.follow(snapshot);
  const filterFurther = nodeFilterOf(rest, state, pod);
  return (node, index) => {
    const position = areAll ? index : snapshot.positionOf(node.row);
    let status = board.at(position);
    if (!status) {
      status = runFilters(drivingStages, state, pod, node);
      if (isSuccess(status) || isRejected(status)) board.record(position, status);
    }
    return status === SUCCESS ? filterFurther(node) : status;
  };
}

/** Returns the leading filters that read one node only, and the others from the first that reads more. */
function splitByScope(filters: readonly FilterPlugin[]): [readonly FilterPlugin[], readonly FilterPlugin[]] {
  const first = filters.findIndex(({ filterScope }) => filterScope !== RuleScope.Node);
  return first < 0 ? [filters, []] : [filters.slice(0, first), filters.slice(first)];
}
