import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import { RuleScope, type FilterPlugin } from '../framework/plugin';
import { isRejected, isSuccess, SUCCESS, type Status } from '../framework/status';
import { activeFilters, runAllFilters, runFilters, type FrameworkFilterRunner } from './run-filters';
import { recallFilters, useFilters, type ShapeAnswers } from './shape-memory';

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

/** What a search found. */
export interface SearchResult {
  /** Feasible nodes in the order in which they were examined. */
  readonly feasible: NodeInfo[];
  /** How many nodes were examined. */
  readonly examined: number;
  /** An internal error ended the search. */
  readonly error: Status | undefined;
}

/** Examines `nodes[(start + i) mod N]` one after the other until enough are feasible. */
export function findFeasibleNodes(search: NodeSearch): SearchResult {
  const { nodes, start, limit, diagnosis } = search;
  const judge = judgeOf(search);
  const feasible: NodeInfo[] = [];
  const count = nodes.length;
  let examined = 0;
  for (let index = count === 0 ? 0 : start % count; examined < count && feasible.length < limit; examined++) {
    const node = nodes[index]!;
    index = index + 1 === count ? 0 : index + 1;
    const status = judge(node);
    if (status === SUCCESS || isSuccess(status)) feasible.push(node);
    else if (isRejected(status)) diagnosis.reject(node, status);
    else return { feasible, examined: examined + 1, error: status };
  }
  return { feasible, examined, error: undefined };
}

/** Chooses the cheapest exact way to judge a node for this pod. */
function judgeOf({ framework, runner, state, pod, answers }: NodeSearch): (node: NodeInfo) => Status {
  const filters = activeFilters(framework, state);
  const withPromised = (node: NodeInfo): Status => runner.filterWithNominatedPods(state, pod, node);
  const isPromised = (node: NodeInfo): boolean => runner.promisedTo(node.name, pod).length > 0;
  if (framework.profile.alwaysCheckAllFilters) {
    return (node) => (isPromised(node) ? withPromised(node) : runAllFilters(filters, state, pod, node));
  }
  if (!answers) return (node) => (isPromised(node) ? withPromised(node) : runFilters(filters, state, pod, node));
  const [leading, rest] = splitByScope(filters);
  useFilters(answers, leading);
  const cycle = { state, pod, node: undefined as unknown as NodeInfo };
  return (node) => {
    if (isPromised(node)) return withPromised(node);
    cycle.node = node;
    const status = recallFilters(answers, leading, cycle);
    return status !== SUCCESS || rest.length === 0 ? status : runFilters(rest, state, pod, node);
  };
}

/** The leading filters that look at one node only, and the others from the first that looks further. */
function splitByScope(filters: readonly FilterPlugin[]): [readonly FilterPlugin[], readonly FilterPlugin[]] {
  const first = filters.findIndex(({ filterScope }) => filterScope !== RuleScope.Node);
  return first < 0 ? [filters, []] : [filters.slice(0, first), filters.slice(first)];
}
