import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import { isAssigned, podInfoOf, podUid } from '../cache/pod-info';
import { explainPod, type PodExplanation } from '../cycle/explain-pod';
import { NO_NODES_MESSAGE } from '../cycle/fit-error';
import { evaluateNominatedNode } from '../cycle/scheduling-cycle';
import { CycleState } from '../framework/cycle-state';
import type { PreemptionForecast } from '../framework/plugin';
import { isSuccess, statusMessage, SUCCESS, type Status } from '../framework/status';
import { DEFAULT_SCHEDULER_NAME } from '../profiles/profile';
import type { ProfileParts, SchedulerParts } from '../scheduler-parts';
import { extenderFindings, extenderParts, type ExtenderPart } from './extender-findings';
import { filterInspector, type FilterFinding } from './filter-findings';
import { scoreFindings, type ScoreFinding } from './score-findings';
import { withoutPods } from './without-pods';

/** "Where would this pod go, and why?" */
export interface SchedulingQuestion {
  /** Pod to explain, existing or not; one that has a node is evaluated as if it had none and were absent from it. */
  readonly pod: Pod;
  /** Uses another profile than the pod's. */
  readonly schedulerName?: string | undefined;
  /** Nodes to report on; all are evaluated and compared. */
  readonly nodes?: readonly string[] | undefined;
  /**
   * Maximum number of nodes to report on, besides {@link nodes}: first the feasible ones of the highest totals, then
   * those on which pods would be preempted, then the others in node order.
   */
  readonly best?: number | undefined;
  /** Pods taken away first. */
  readonly assumeEvicted?: readonly Pod[] | undefined;
  /** True to look for pods to displace if no node is feasible; true if absent. */
  readonly withPreemption?: boolean | undefined;
}

/** Explanation of one node. */
export interface NodeExplanation {
  readonly node: NodeInfo;
  /** The verdict of a scheduling cycle: mostly that of the first filter that refuses. */
  readonly status: Status;
  /** Every filter's own verdict, in configured order. */
  readonly filters: readonly FilterFinding[];
  /** Empty for a node that is not feasible. */
  readonly scores: readonly ScoreFinding[];
  readonly total: number | undefined;
  /** Rank from 1, among the feasible nodes; equals share it. */
  readonly rank: number | undefined;
}

/** Predicted placement of a pod with its reasons, and every node's part in it. */
export interface SchedulingExplanation {
  /** The profile that was used. */
  readonly schedulerName: string;
  /** The reason why the pod would not even be tried, by PreEnqueue plugin. */
  readonly gates: readonly Status[];
  /** In node order. */
  readonly nodes: readonly NodeExplanation[];
  readonly evaluatedCount: number;
  readonly feasibleCount: number;
  /** Feasible nodes of the highest total. */
  readonly ties: readonly string[];
  /** The node that a first attempt would take; undefined: none. */
  readonly selected: string | undefined;
  /** The node was promised to the pod, and such a node is taken without comparing. */
  readonly isNominated: boolean;
  /** The text of FailedScheduling; empty if some node is feasible. */
  readonly message: string;
  readonly preemption: PreemptionForecast | undefined;
  /** Extenders that take part in the decision. */
  readonly extenders: readonly ExtenderPart[];
  /** An internal error that would end the cycle. */
  readonly error: Status | undefined;
}

/**
 * Evaluates every node by every filter and scores the feasible ones, changing nothing. Without sampling: a cycle in a
 * large cluster examines only a part of the nodes. Undefined if no profile serves the pod.
 */
export function explainScheduling(
  parts: SchedulerParts,
  question: SchedulingQuestion,
): SchedulingExplanation | undefined {
  const schedulerName = question.schedulerName ?? question.pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME;
  const profile = parts.profiles.get(schedulerName);
  if (!profile) return undefined;
  const isPlaced = parts.cache.pod(podUid(question.pod)) !== undefined;
  const away = [...(question.assumeEvicted ?? []), ...(isPlaced ? [question.pod] : [])];
  const pod = isPlaced && isAssigned(question.pod) ? unplaced(question.pod) : question.pod;
  return withoutPods(parts, away, () => {
    const asked = { ...pod, spec: { ...pod.spec, schedulerName } };
    return explain(parts, { ...question, pod: asked }, profile);
  });
}

function unplaced({ spec, status, ...rest }: Pod): Pod {
  const { nodeName: _nodeName, ...unbound } = spec;
  const { nominatedNodeName: _promised, ...state } = status ?? {};
  return { ...rest, spec: unbound, status: state };
}

function explain(parts: SchedulerParts, question: SchedulingQuestion, profile: ProfileParts): SchedulingExplanation {
  const { pod: object, withPreemption = true } = question;
  const snapshot = parts.cache.snapshot();
  // Scores are found below, with everything that went into them.
  const cycle = explainPod(parts, { pod: object, scoreAmong: [], withPreemption })!;
  const pod = podInfoOf(object, parts.shapes);
  const state = new CycleState();
  const inspect = filterInspector(profile, pod, state);
  const feasible = snapshot.nodes.filter(({ name }) => isFeasible(cycle, name));
  const scored = scoreFindings(profile, { pod, state, nodes: feasible });
  const places = new Map(feasible.map(({ name }, i) => [name, i]));
  const nominated = evaluateNominatedNode(profile.cycle, { pod, state, snapshot });
  const isNominated = nominated !== undefined && isSuccess(nominated.status) && feasible.includes(nominated.node);
  const { ranks, totals, byNode, picked } = scored;
  const wanted = wantedNodes(question, snapshot.nodes, {
    totalOf: (name) => totals[places.get(name) ?? -1],
    preemption: cycle.preemption,
  });
  return {
    schedulerName: profile.framework.profile.schedulerName,
    gates: profile.framework.preEnqueue.map((plugin) => plugin.preEnqueue(object)).filter((gate) => !isSuccess(gate)),
    nodes: snapshot.nodes
      .filter(({ name }) => !wanted || wanted.has(name))
      .map((node): NodeExplanation => {
        const i = places.get(node.name) ?? -1;
        return {
          node,
          status: cycle.filters.get(node.name) ?? cycle.error ?? SUCCESS,
          filters: [...inspect(node), ...extenderFindings(cycle.extenders, node.name)],
          scores: byNode[i] ?? [],
          total: totals[i],
          rank: ranks[i],
        };
      }),
    evaluatedCount: snapshot.nodes.length,
    feasibleCount: feasible.length,
    ties: feasible.filter((_, i) => ranks[i] === 1).map(({ name }) => name),
    selected: isNominated ? nominated.node.name : feasible[picked]?.name,
    isNominated,
    message: messageOf(parts, cycle),
    preemption: cycle.preemption,
    extenders: extenderParts(parts.extenders, pod),
    error: cycle.error ?? scored.error,
  };
}

interface Compared {
  readonly totalOf: (nodeName: string) => number | undefined;
  readonly preemption: PreemptionForecast | undefined;
}

/** The nodes that are reported on; undefined: all. */
function wantedNodes(
  { nodes, best }: SchedulingQuestion,
  all: readonly NodeInfo[],
  { totalOf, preemption }: Compared,
): ReadonlySet<string> | undefined {
  if (best === undefined) return nodes && new Set(nodes);
  const candidates = new Set(preemption?.candidates.map(({ nodeName }) => nodeName));
  // No total is negative. The sort keeps the order of equals.
  const worthOf = (name: string): number => totalOf(name) ?? (candidates.has(name) ? -1 : -2);
  const ranked = all.map(({ name }) => ({ name, worth: worthOf(name) })).sort((a, b) => b.worth - a.worth);
  return new Set([...(nodes ?? []), ...ranked.slice(0, best).map(({ name }) => name)]);
}

function isFeasible({ filters, error }: PodExplanation, nodeName: string): boolean {
  const status = filters.get(nodeName);
  return error === undefined && status !== undefined && isSuccess(status);
}

function messageOf({ cache, behaviour }: SchedulerParts, { fitError, helpText, error }: PodExplanation): string {
  if (cache.snapshot().nodes.length === 0) return NO_NODES_MESSAGE;
  if (error) return statusMessage(error);
  if (fitError === undefined) return '';
  const help = behaviour.status.postFilterTextAppended ? helpText : '';
  return help === '' ? fitError : `${fitError} ${help}`;
}
