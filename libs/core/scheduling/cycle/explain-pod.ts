import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import { podInfoOf, type PodInfo } from '../cache/pod-info';
import { CycleState } from '../framework/cycle-state';
import type { CycleContext, PreemptionForecast } from '../framework/plugin';
import { Diagnosis } from '../framework/diagnosis';
import { isRejected, isSuccess, SUCCESS, unschedulable, type Status } from '../framework/status';
import { DEFAULT_SCHEDULER_NAME } from '../profiles/profile';
import type { ProfileParts, SchedulerParts } from '../scheduler-parts';
import type { Extender, ExtenderFilterAnswer } from './extender';
import { fitErrorMessage } from './fit-error';
import { addExtenderScores, filterByExtenders } from './run-extenders';
import { runPreFilter, type PreFilterOutcome } from './run-pre-filter';
import { runScores } from './run-scores';
import { ScoreBuffers } from './score-buffers';
import { candidateNodes, evaluateNominatedNode } from './scheduling-cycle';

/** Scores of one feasible node: by plugin (normalised, unweighted), and the total. */
export interface NodeScoreExplanation {
  readonly plugins: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Result of a scheduling cycle for a pod, node by node. */
export interface PodExplanation {
  /** Verdict of PreFilter for the whole cluster; undefined if it let the pod pass. */
  readonly preFilter: Status | undefined;
  /** Verdict by node, in node order. */
  readonly filters: ReadonlyMap<string, Status>;
  /** Weights of the score plugins as configured. */
  readonly scoreWeights: Readonly<Record<string, number>>;
  /** By feasible node; also where a cycle would not score because only one node is left. */
  readonly scores: ReadonlyMap<string, NodeScoreExplanation>;
  /** Nodes of the highest total: the tie is drawn by seeded chance. */
  readonly topNodes: readonly string[];
  /** The message of a failed attempt, without what PostFilter adds; undefined if some node is feasible. */
  readonly fitError: string | undefined;
  /** The verdicts of each extender on the nodes that it was given, in the order of calls. */
  readonly extenders: readonly ExtenderOpinion[];
  /** Forecast of preemption; undefined if some node is feasible or the profile does not preempt. */
  readonly preemption: PreemptionForecast | undefined;
  /** Messages of PostFilter plugins that cannot make room; empty if none ran. */
  readonly helpText: string;
  /** An internal error ended the evaluation. */
  readonly error: Status | undefined;
}

/** Nodes that an extender was given, and its verdicts. */
export interface ExtenderOpinion {
  readonly extender: Extender;
  readonly asked: ReadonlySet<string>;
  readonly answer: ExtenderFilterAnswer;
}

/** A question about a pod, existing or hypothetical. */
export interface ExplainQuestion {
  readonly pod: Pod;
  /** Score these nodes instead of those found feasible: what would the scores be among them? */
  readonly scoreAmong?: readonly string[];
  /** True to look for pods to displace if no node is feasible; true if absent. */
  readonly withPreemption?: boolean;
}

/**
 * Evaluates every node for a pod, without sampling and without changing anything. Undefined if no profile serves the
 * pod.
 */
export function explainPod(parts: SchedulerParts, question: ExplainQuestion): PodExplanation | undefined {
  const profile = parts.profiles.get(question.pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME);
  if (!profile) return undefined;
  const work: Evaluation = {
    parts,
    profile,
    pod: podInfoOf(question.pod, parts.shapes),
    state: new CycleState(),
    diagnosis: new Diagnosis(parts.cache.snapshot().nodes.length),
    filters: new Map(),
    extenders: [],
    withPreemption: question.withPreemption ?? true,
  };
  const scoreWeights: Record<string, number> = {};
  for (const { plugin, weight } of profile.framework.score) scoreWeights[plugin.name] = weight;
  const { filters, extenders } = work;
  const nothing = {
    preFilter: undefined,
    filters,
    extenders,
    scoreWeights,
    scores: new Map(),
    topNodes: [],
    fitError: undefined,
    preemption: undefined,
    helpText: '',
  };
  const preFilter = runPreFilter(profile.framework, work.state, work.pod);
  if (!isSuccess(preFilter.status)) {
    if (!isRejected(preFilter.status)) return { ...nothing, error: preFilter.status };
    return {
      ...nothing,
      preFilter: preFilter.status,
      fitError: preFilterError(work, preFilter.status),
      ...forecast(work),
      error: undefined,
    };
  }
  const evaluated = evaluateNodes(work, preFilter);
  if (evaluated.error) return { ...nothing, error: evaluated.error };
  const isUnschedulable = evaluated.feasible.length === 0;
  const fitError = isUnschedulable ? fitErrorMessage(work.diagnosis, parts.behaviour.messages) : undefined;
  const help = isUnschedulable ? forecast(work) : {};
  const snapshot = parts.cache.snapshot();
  const nodes = question.scoreAmong?.map((name) => snapshot.get(name)).filter((node) => node !== undefined);
  return { ...nothing, fitError, ...help, ...scoreNodes(work, nodes ?? evaluated.feasible) };
}

interface Evaluation {
  readonly parts: SchedulerParts;
  readonly profile: ProfileParts;
  readonly pod: PodInfo;
  readonly state: CycleState;
  readonly diagnosis: Diagnosis;
  readonly filters: Map<string, Status>;
  readonly extenders: ExtenderOpinion[];
  readonly withPreemption: boolean;
}

/** Returns the action and messages that PostFilter would produce. */
function forecast(work: Evaluation): Partial<Pick<PodExplanation, 'preemption' | 'helpText'>> {
  if (!work.withPreemption) return {};
  const { profile, state, pod, diagnosis } = work;
  const context: CycleContext = { state, pod, attempt: 1 };
  let preemption: PreemptionForecast | undefined;
  const texts: string[] = [];
  for (const plugin of profile.framework.postFilter) {
    const foreseen = plugin.forecast?.(context, diagnosis);
    preemption ??= foreseen;
    // One that makes room is not talked about.
    if (foreseen?.chosen !== undefined) return { preemption, helpText: '' };
    texts.push(...(foreseen ? [foreseen.message] : plugin.postFilter(context, diagnosis).status.reasons));
  }
  return { preemption, helpText: texts.filter((text) => text !== '').join(', ') };
}

function preFilterError({ parts, diagnosis, filters }: Evaluation, status: Status): string {
  for (const node of parts.cache.snapshot().nodes) filters.set(node.name, status);
  diagnosis.othersStatus = status;
  const { preFilterFailure } = parts.behaviour.status;
  if (preFilterFailure === 'onceForCluster') diagnosis.preFilterMessage = status.reasons.join(', ');
  return fitErrorMessage(diagnosis, parts.behaviour.messages);
}

function evaluateNodes(
  work: Evaluation,
  preFilter: PreFilterOutcome,
): { readonly feasible: readonly NodeInfo[]; readonly error?: Status } {
  const { parts, profile, pod, state, diagnosis, filters } = work;
  const { runner } = profile.cycle;
  const snapshot = parts.cache.snapshot();
  const nominated = evaluateNominatedNode(profile.cycle, { pod, state, snapshot });
  const feasible: NodeInfo[] = [];
  for (const node of candidateNodes({ snapshot, preFilter, diagnosis, nominated })) {
    const status = runner.filterWithNominatedPods(state, pod, node);
    filters.set(node.name, status);
    if (isSuccess(status)) feasible.push(node);
    else if (isRejected(status)) diagnosis.reject(node, status);
    else return { feasible, error: status };
  }
  for (const { name } of snapshot.nodes) {
    if (!filters.has(name)) filters.set(name, diagnosis.statusOf(name) ?? SUCCESS);
  }
  return askExtenders(work, feasible);
}

function askExtenders(
  { parts, pod, diagnosis, filters, extenders }: Evaluation,
  feasible: NodeInfo[],
): { readonly feasible: readonly NodeInfo[]; readonly error?: Status } {
  if (parts.extenders.length === 0) return { feasible };
  const left = filterByExtenders(parts.extenders, pod, {
    feasible,
    diagnosis,
    note: (extender, asked, answer) =>
      extenders.push({ extender, asked: new Set(asked.map(({ name }) => name)), answer }),
  });
  const error = Array.isArray(left) ? undefined : (left as Status);
  const remaining = new Set(Array.isArray(left) ? left : []);
  for (const node of feasible) {
    if (!remaining.has(node)) filters.set(node.name, error ?? diagnosis.statusOf(node.name) ?? LEFT_OUT);
  }
  return error ? { feasible: [], error } : { feasible: [...remaining] };
}

/** A node that was added while extenders were being called. */
const LEFT_OUT = unschedulable('', 'the node came while extenders were asked');

function scoreNodes(
  { profile, pod, state }: Evaluation,
  nodes: readonly NodeInfo[],
): Pick<PodExplanation, 'scores' | 'topNodes' | 'error'> {
  const scores = new Map<string, NodeScoreExplanation>();
  if (nodes.length === 0) return { scores, topNodes: [], error: undefined };
  const { framework } = profile;
  const buffers = new ScoreBuffers();
  const scored = runScores({ framework, state, pod, nodes, known: undefined, buffers });
  if (scored.error) return { scores, topNodes: [], error: scored.error };
  const { totals } = scored;
  const { scale } = framework.handle.behaviour.score;
  addExtenderScores(profile.cycle.extenders, pod, { nodes, totals, scale });
  nodes.forEach((node, i) => {
    const plugins: Record<string, number> = {};
    for (const { plugin, scores: values } of scored.plugins) plugins[plugin] = values[i]!;
    scores.set(node.name, { plugins, total: totals[i]! });
  });
  const highest = totals.reduce((best, total) => Math.max(best, total));
  return { scores, topNodes: nodes.filter((_, i) => totals[i] === highest).map(({ name }) => name), error: undefined };
}
