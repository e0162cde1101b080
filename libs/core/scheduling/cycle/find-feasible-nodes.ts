import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import { RuleScope, type FilterPlugin } from '../framework/plugin';
import { isRejected, isSuccess, SUCCESS, type Status } from '../framework/status';
import { activeFilters, runAllFilters, runFilters, type FrameworkFilterRunner } from './run-filters';
import { judgeAndRemember, promisedVerdicts, recallPromised, useFilters, type ShapeAnswers } from './shape-memory';

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
function judgeOf(search: NodeSearch): (node: NodeInfo) => Status {
  const { framework, runner, state, pod, answers } = search;
  const alone = judgeAlone(search);
  const { nominations } = framework.handle;
  if (nominations.isEmpty) return alone;
  const judge = (node: NodeInfo): Status => runner.filterWithNominatedPods(state, pod, node);
  const remembers = answers && !framework.profile.alwaysCheckAllFilters && runner.judgeNodeAlone(state);
  const verdicts = remembers ? promisedVerdicts(answers, pod.priority) : undefined;
  const ownNode = nominations.nominatedNode(pod.uid);
  return (node) => {
    const to = node.promisedTo;
    if (to.length === 0) return alone(node);
    // What is promised to the pod itself does not count, so the list alone does not tell what does.
    if (!verdicts || node.name === ownNode) return judge(node);
    const known = recallPromised(verdicts, node, to);
    if (known) return known;
    const status = judge(node);
    if (isSuccess(status) || isRejected(status)) verdicts[node.row] = { to, generation: node.generation, status };
    return status;
  };
}

/** For nodes that are promised to nobody. */
function judgeAlone({ framework, state, pod, answers }: NodeSearch): (node: NodeInfo) => Status {
  const filters = activeFilters(framework, state);
  if (framework.profile.alwaysCheckAllFilters) return (node) => runAllFilters(filters, state, pod, node);
  if (!answers) return (node) => runFilters(filters, state, pod, node);
  const [leading, rest] = splitByScope(filters);
  useFilters(answers, leading);
  const { filterGenerations, verdicts } = answers;
  return (node) => {
    const { row } = node;
    const isKnown = filterGenerations[row] === node.generation;
    const status = isKnown ? verdicts[row]! : judgeAndRemember(answers, leading, { state, pod, node });
    return rest.length === 0 || status !== SUCCESS ? status : runFilters(rest, state, pod, node);
  };
}

/** The leading filters that look at one node only, and the others from the first that looks further. */
function splitByScope(filters: readonly FilterPlugin[]): [readonly FilterPlugin[], readonly FilterPlugin[]] {
  const first = filters.findIndex(({ filterScope }) => filterScope !== RuleScope.Node);
  return first < 0 ? [filters, []] : [filters.slice(0, first), filters.slice(first)];
}
