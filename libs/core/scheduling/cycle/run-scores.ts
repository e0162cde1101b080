import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Framework, WeightedScore } from '../framework/framework';
import { RuleScope, type ScorePlugin } from '../framework/plugin';
import { errorStatus, isSkip, isSuccess, prefixed, type Status } from '../framework/status';
import type { NodeRun } from './node-run';
import type { ScoreBuffers } from './score-buffers';
import type { Snapshot } from '../cache/snapshot';
import type { ShapeAnswers } from './shape-memory';

/** Scores of one plugin, normalised and not yet weighted, in the order of the nodes. */
export interface PluginScores {
  readonly plugin: string;
  readonly weight: number;
  readonly scores: Float64Array;
  /** The scores before normalisation; the same array where there is none, or where they are not needed. */
  readonly raw: Float64Array;
}

/** Sources of the scores of earlier pods of the shape. */
interface KnownScores {
  readonly answers: ShapeAnswers;
  readonly snapshot: Snapshot;
  /** Runs of the nodes, where they are known. */
  readonly runs: readonly NodeRun[] | undefined;
}

/** Parameters of a scoring of feasible nodes. */
export interface Scoring {
  readonly framework: Framework;
  readonly state: CycleState;
  readonly pod: PodInfo;
  readonly nodes: readonly NodeInfo[];
  /** Known scores of the pod's shape. */
  readonly known: KnownScores | undefined;
  /** The result lives in them until they are reset. */
  readonly buffers: ScoreBuffers;
  /** True if raw scores are of interest. */
  readonly keepsRawScores?: boolean;
}

/** Scores that the plugins gave the nodes. */
export interface Scored {
  readonly plugins: readonly PluginScores[];
  /** Sums of `score * weight`, in the order of the nodes; 1 each where no plugin scores. Exact up to 2^53. */
  readonly totals: Float64Array;
  readonly error?: Status;
}

/** PreScore, Score and NormalizeScore of every plugin, summed up; plugins that PreScore skipped are left out. */
export function runScores(scoring: Scoring): Scored {
  const { framework, state, nodes, buffers } = scoring;
  const totals = buffers.take(nodes.length);
  const error = runPreScore(scoring);
  if (error) return { plugins: [], totals, error };
  if (framework.score.length === 0) totals.fill(1);
  const plugins: PluginScores[] = [];
  for (const entry of framework.score) {
    if (state.skippedScores.has(entry.plugin.name)) continue;
    const scored = scoreNodes(scoring, entry.plugin);
    if (!('scores' in scored)) return { plugins: [], totals, error: scored };
    const invalid = addScores(scoring, entry, scored.scores, totals);
    if (invalid) return { plugins: [], totals, error: invalid };
    plugins.push({ plugin: entry.plugin.name, weight: entry.weight, ...scored });
  }
  return { plugins, totals };
}

function runPreScore({ framework, state, pod, nodes }: Scoring): Status | undefined {
  const { preScoreSkips } = framework.handle.behaviour.cycle;
  let skipped: Set<string> | undefined;
  for (const plugin of framework.preScore) {
    const status = plugin.preScore(state, pod, nodes);
    if (isSkip(status)) {
      if (preScoreSkips) (skipped ??= new Set()).add(plugin.name);
    } else if (!isSuccess(status)) {
      return prefixed(errorStatus(plugin.name, ...status.reasons), `running PreScore plugin "${plugin.name}": `);
    }
  }
  if (skipped) state.skippedScores = skipped;
  return undefined;
}

function scoreNodes(scoring: Scoring, plugin: ScorePlugin): Pick<PluginScores, 'scores' | 'raw'> | Status {
  const { state, pod, nodes } = scoring;
  const scores = rawScores(scoring, plugin);
  if (!(scores instanceof Float64Array)) return prefixed(scores, `running Score plugin "${plugin.name}": `);
  const raw = scoring.keepsRawScores && plugin.normalizeScore ? copyOf(scores, scoring.buffers) : scores;
  plugin.normalizeScore?.(state, pod, scores, nodes);
  return { scores, raw };
}

/** Adds the scores of one plugin to the totals, by its weight; answers with what is wrong with one of them. */
function addScores(
  { framework }: Scoring,
  { plugin, weight }: WeightedScore,
  scores: Float64Array,
  totals: Float64Array,
): Status | undefined {
  const highest = framework.handle.behaviour.score.scale;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (!(score >= 0 && score <= highest)) {
      return errorStatus(
        plugin.name,
        `plugin "${plugin.name}" returns an invalid score ${score}, it should in the range of [0, ${highest}] after normalizing`,
      );
    }
    totals[i]! += score * weight;
  }
  return undefined;
}

function copyOf(scores: Float64Array, buffers: ScoreBuffers): Float64Array {
  const copy = buffers.take(scores.length);
  copy.set(scores);
  return copy;
}

function rawScores(scoring: Scoring, plugin: ScorePlugin): Float64Array | Status {
  const { state, pod, nodes, known, buffers } = scoring;
  const raw = buffers.take(nodes.length);
  if (plugin.scoreAll) {
    plugin.scoreAll(state, pod, nodes, raw);
    return raw;
  }
  if (known && plugin.scoreScope === RuleScope.Node) return recalledScores({ state, pod, nodes, known }, plugin, raw);
  for (let i = 0; i < raw.length; i++) {
    const score = plugin.score(state, pod, nodes[i]!);
    if (typeof score !== 'number') return score;
    raw[i] = score;
  }
  return raw;
}

interface Recalling extends Pick<Scoring, 'state' | 'pod' | 'nodes'> {
  readonly known: KnownScores;
}

/** Scores only nodes that changed since the plugin last scored them for this shape. */
function recalledScores(
  { state, pod, nodes, known }: Recalling,
  plugin: ScorePlugin,
  raw: Float64Array,
): Float64Array | Status {
  const { answers, snapshot, runs } = known;
  const column = answers.columnOf(plugin);
  column.follow(snapshot);
  const scoreAt = (position: number): Status | undefined => {
    const score = plugin.score(state, pod, snapshot.nodes[position]!);
    if (typeof score !== 'number') return score;
    column.record(position, score);
    return undefined;
  };
  if (runs) return column.fill(raw, runs, scoreAt) ?? raw;
  for (let i = 0; i < raw.length; i++) {
    const position = snapshot.positionOf(nodes[i]!.row);
    const error = column.open.has(position) ? scoreAt(position) : undefined;
    if (error) return error;
    raw[i] = column.values[position]!;
  }
  return raw;
}
