import type { Random } from '@orrery/time';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Snapshot } from '../cache/snapshot';
import { CycleState } from '../framework/cycle-state';
import { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import { isRejected, isSuccess, unresolvable, type Status } from '../framework/status';
import type { Extender } from './extender';
import { findFeasibleNodes } from './find-feasible-nodes';
import type { SearchResult } from './node-search';
import { nodesToFind } from './nodes-to-find';
import { pickHighest } from './pick-node';
import type { FrameworkFilterRunner } from './run-filters';
import { addExtenderScores, filterByExtenders } from './run-extenders';
import { runPreFilter, type PreFilterOutcome } from './run-pre-filter';
import { runScores, type PluginScores } from './run-scores';
import type { ScoreBuffers } from './score-buffers';
import type { ShapeMemory } from './shape-memory';

/** Parts that the cycles of one profile work with. */
export interface CycleParts {
  readonly framework: Framework;
  readonly runner: FrameworkFilterRunner;
  readonly memory: ShapeMemory;
  readonly buffers: ScoreBuffers;
  readonly extenders: readonly Extender[];
  /** Percentage used where the profile gives none; 0: adaptive. */
  readonly percentageOfNodesToScore: number;
  /** Start of the next search; shared by all profiles of a scheduler. */
  readonly rotation: { start: number };
  /** True to keep the plugins' scores before they are normalised, for explanations. */
  readonly keepsRawScores?: boolean;
}

/** Comparison of the feasible nodes. The arrays, in the order of `nodes`, are valid until the next cycle. */
export interface Comparison {
  readonly nodes: readonly NodeInfo[];
  readonly plugins: readonly PluginScores[];
  readonly totals: Float64Array;
}

/** Result of a cycle's search. */
export interface Searched {
  /** Verdicts of the examined nodes that were refused. */
  readonly diagnosis: Diagnosis;
  readonly examinedCount: number;
}

/** Placement of a pod, the reason for having none, or the error. */
export type Placement =
  | {
      readonly kind: 'placed';
      readonly node: NodeInfo;
      readonly state: CycleState;
      readonly feasibleCount: number;
      readonly searched: Searched;
      /** Undefined if there was only one feasible node: nothing is scored then. */
      readonly comparison: Comparison | undefined;
    }
  | {
      readonly kind: 'unschedulable';
      readonly diagnosis: Diagnosis;
      readonly state: CycleState;
      readonly searched: Searched;
    }
  | { readonly kind: 'noNodes' }
  | { readonly kind: 'error'; readonly status: Status };

/** Chooses a node for one pod, without changing anything but the rotation (spec scheduler 3.1 up to the pick). */
export function placePod(
  parts: CycleParts,
  pod: PodInfo,
  { snapshot, random }: { readonly snapshot: Snapshot; readonly random: () => Random },
): Placement {
  if (snapshot.nodes.length === 0) return { kind: 'noNodes' };
  const { framework, memory } = parts;
  const state = new CycleState();
  const diagnosis = new Diagnosis(snapshot.nodes.length);
  const answers = memory.answersFor(pod);
  const found = findNodes(parts, { state, pod, snapshot, diagnosis, answers });
  if (found.error) return { kind: 'error', status: found.error };
  const nodes = found.feasible;
  const searched = { diagnosis, examinedCount: found.examined };
  if (nodes.length === 0) return { kind: 'unschedulable', diagnosis, state, searched };
  if (nodes.length === 1) {
    return { kind: 'placed', node: nodes[0]!, state, feasibleCount: 1, searched, comparison: undefined };
  }
  const { buffers, keepsRawScores = false } = parts;
  buffers.reset();
  const known = answers && { answers, snapshot, runs: found.runs };
  const scored = runScores({ framework, state, pod, nodes, known, buffers, keepsRawScores });
  if (scored.error) return { kind: 'error', status: scored.error };
  const { plugins, totals } = scored;
  if (parts.extenders.length > 0) {
    addExtenderScores(parts.extenders, pod, { nodes, totals, scale: framework.handle.behaviour.score.scale });
  }
  const node = nodes[pickHighest(totals, random)]!;
  const comparison = { nodes, plugins, totals };
  return { kind: 'placed', node, state, feasibleCount: nodes.length, searched, comparison };
}

interface Search {
  readonly state: CycleState;
  readonly pod: PodInfo;
  readonly snapshot: Snapshot;
  readonly diagnosis: Diagnosis;
  readonly answers: ReturnType<ShapeMemory['answersFor']>;
}

function findNodes(parts: CycleParts, search: Search): SearchResult {
  const { framework, extenders } = parts;
  const { state, pod, snapshot, diagnosis } = search;
  const preFilter = runPreFilter(framework, state, pod);
  if (!isSuccess(preFilter.status)) return preFilterFailed(parts, preFilter.status, search);
  const nominated = tryNominatedNode(parts, search);
  if (nominated && isSuccess(nominated.status)) return { feasible: [nominated.node], examined: 1, error: undefined };
  const candidates = candidateNodes({ snapshot, preFilter, diagnosis, nominated });
  const found = searchNodes(parts, search, candidates);
  if (found.error || extenders.length === 0) return found;
  const left = filterByExtenders(extenders, pod, { feasible: found.feasible, diagnosis });
  if (!Array.isArray(left)) return { ...found, error: left as Status };
  return { feasible: left, examined: found.examined, error: undefined };
}

function preFilterFailed(parts: CycleParts, status: Status, { snapshot, diagnosis }: Search): SearchResult {
  if (!isRejected(status)) return { feasible: [], examined: 0, error: status };
  diagnosis.note(status);
  diagnosis.othersStatus = status;
  const { preFilterFailure } = parts.framework.handle.behaviour.status;
  if (preFilterFailure === 'onceForCluster') diagnosis.preFilterMessage = status.reasons.join(', ');
  return { feasible: [], examined: snapshot.nodes.length, error: undefined };
}

/** Nominated node of the pod with the filters' status for it. */
export interface NominatedVerdict {
  readonly node: NodeInfo;
  readonly status: Status;
}

/** The pod's own nominated node is tried alone; it wins if it is still feasible. Node sets do not matter to it. */
function tryNominatedNode(
  parts: CycleParts,
  { pod, state, snapshot, diagnosis }: Search,
): NominatedVerdict | undefined {
  const verdict = evaluateNominatedNode(parts, { pod, state, snapshot });
  if (!verdict || !isSuccess(verdict.status)) return verdict;
  const refusals = new Diagnosis(diagnosis.nodeCount);
  const left = filterByExtenders(parts.extenders, pod, { feasible: [verdict.node], diagnosis: refusals });
  return Array.isArray(left) && left.length > 0 ? verdict : undefined;
}

/** Returns the filters' status for the pod's nominated node; undefined if it has none or the generation does not check it. */
export function evaluateNominatedNode(
  { framework, runner }: Pick<CycleParts, 'framework' | 'runner'>,
  { pod, state, snapshot }: Pick<Search, 'pod' | 'state' | 'snapshot'>,
): NominatedVerdict | undefined {
  const name = pod.pod.status?.nominatedNodeName;
  if (!name || !framework.handle.behaviour.cycle.nominatedNodeFirst) return undefined;
  const node = snapshot.get(name);
  return node && { node, status: runner.filterWithNominatedPods(state, pod, node) };
}

interface CandidateQuestion {
  readonly snapshot: Snapshot;
  readonly preFilter: PreFilterOutcome;
  readonly diagnosis: Diagnosis;
  readonly nominated: NominatedVerdict | undefined;
}

/**
 * All nodes, or those that PreFilter allows. The others carry a joint verdict, which also names the plugin that just
 * rejected the pod's nominated node, while that node keeps its own verdict.
 */
export function candidateNodes({ snapshot, preFilter, diagnosis, nominated }: CandidateQuestion): readonly NodeInfo[] {
  if (nominated) diagnosis.note(nominated.status);
  const { nodeNames, restrictedBy } = preFilter;
  if (!nodeNames) return snapshot.nodes;
  for (const plugin of restrictedBy) diagnosis.rejectors.add(plugin);
  const plugins = [...diagnosis.rejectors].sort().join(' ');
  diagnosis.othersStatus = unresolvable(restrictedBy[0] ?? '', `node(s) didn't satisfy plugin(s) [${plugins}]`);
  if (nominated && !nodeNames.has(nominated.node.name) && isRejected(nominated.status)) {
    diagnosis.reject(nominated.node, nominated.status);
  }
  return nodesNamed(nodeNames, snapshot);
}

/** Returns the named nodes in node order; the one node of a pod that names it is found without a visit of others. */
function nodesNamed(names: ReadonlySet<string>, snapshot: Snapshot): readonly NodeInfo[] {
  if (names.size > 1) return snapshot.nodes.filter((node) => names.has(node.name));
  const [name = ''] = names;
  const node = snapshot.get(name);
  return node ? [node] : [];
}

function searchNodes(parts: CycleParts, search: Search, nodes: readonly NodeInfo[]): SearchResult {
  const { framework, runner, extenders, rotation } = parts;
  const { state, pod, snapshot, diagnosis, answers } = search;
  const scores = framework.score.length > 0 || extenders.some(({ filter, prioritize }) => filter ?? prioritize);
  const percentage = framework.profile.percentageOfNodesToScore ?? parts.percentageOfNodesToScore;
  const limit = scores ? nodesToFind(nodes.length, percentage) : 1;
  const found = findFeasibleNodes({
    framework,
    runner,
    state,
    pod,
    nodes,
    start: rotation.start,
    limit,
    answers,
    diagnosis,
  });
  rotation.start = (rotation.start + found.examined) % snapshot.nodes.length;
  return found;
}
