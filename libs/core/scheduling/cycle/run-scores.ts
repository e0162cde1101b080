import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { Framework, WeightedScore } from '../framework/framework';
import { RuleScope, type ScorePlugin } from '../framework/plugin';
import { errorStatus, isSkip, isSuccess, prefixed, type Status } from '../framework/status';
import { scoresOf, type ShapeAnswers } from './shape-memory';

/** Scores of one plugin, normalised and not yet weighted, in the order of the nodes. */
export interface PluginScores {
  readonly plugin: string;
  readonly weight: number;
  readonly scores: Float64Array;
}

/** One scoring of feasible nodes. */
export interface Scoring {
  readonly framework: Framework;
  readonly state: CycleState;
  readonly pod: PodInfo;
  readonly nodes: readonly NodeInfo[];
  readonly answers: ShapeAnswers | undefined;
}

/** PreScore, Score and NormalizeScore of every plugin; plugins that PreScore skipped are left out. */
export function runScores(scoring: Scoring): { readonly plugins: readonly PluginScores[]; readonly error?: Status } {
  const { framework, state } = scoring;
  const error = runPreScore(scoring);
  if (error) return { plugins: [], error };
  const plugins: PluginScores[] = [];
  for (const entry of framework.score) {
    if (state.skippedScores.has(entry.plugin.name)) continue;
    const scores = scoreNodes(scoring, entry);
    if (!(scores instanceof Float64Array)) return { plugins: [], error: scores };
    plugins.push({ plugin: entry.plugin.name, weight: entry.weight, scores });
  }
  return { plugins };
}

/** Sums `score * weight`; without any score plugin configured every node gets 1. Exact up to 2^53. */
export function totalScores(framework: Framework, plugins: readonly PluginScores[], nodeCount: number): Float64Array {
  const totals = new Float64Array(nodeCount);
  if (framework.score.length === 0) return totals.fill(1);
  for (const { scores, weight } of plugins) {
    for (let i = 0; i < nodeCount; i++) totals[i]! += scores[i]! * weight;
  }
  return totals;
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

function scoreNodes(scoring: Scoring, { plugin }: WeightedScore): Float64Array | Status {
  const { framework, state, pod, nodes } = scoring;
  const raw = rawScores(scoring, plugin);
  if (!(raw instanceof Float64Array)) return prefixed(raw, `running Score plugin "${plugin.name}": `);
  plugin.normalizeScore?.(state, pod, raw, nodes);
  const highest = framework.handle.behaviour.score.scale;
  for (let i = 0; i < raw.length; i++) {
    const score = raw[i]!;
    if (!(score >= 0 && score <= highest)) {
      return errorStatus(
        plugin.name,
        `plugin "${plugin.name}" returns an invalid score ${score}, it should in the range of [0, ${highest}] after normalizing`,
      );
    }
  }
  return raw;
}

function rawScores({ state, pod, nodes, answers }: Scoring, plugin: ScorePlugin): Float64Array | Status {
  const raw = new Float64Array(nodes.length);
  const remembered = answers && plugin.scoreScope === RuleScope.Node ? scoresOf(answers, plugin) : undefined;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (remembered && remembered.generations[node.row] === node.generation) {
      raw[i] = remembered.values[node.row]!;
      continue;
    }
    const score = plugin.score(state, pod, node);
    if (typeof score !== 'number') return score;
    raw[i] = score;
    if (remembered) {
      remembered.generations[node.row] = node.generation;
      remembered.values[node.row] = score;
    }
  }
  return raw;
}
