import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { Extender } from '../cycle/extender';
import { pickHighest } from '../cycle/pick-node';
import { MAX_EXTENDER_SCORE } from '../cycle/run-extenders';
import { runScores } from '../cycle/run-scores';
import { ScoreBuffers } from '../cycle/score-buffers';
import type { CycleState } from '../framework/cycle-state';
import type { Status } from '../framework/status';
import type { ProfileParts } from '../scheduler-parts';

/** Score of a node by one score plugin. */
export interface ScoreFinding {
  readonly plugin: string;
  /** Score as the plugin returned it. */
  readonly raw: number;
  /** Brought to the common scale, in view of all feasible nodes. */
  readonly normalized: number;
  readonly weight: number;
  /** Contribution to the total: `normalized * weight`. */
  readonly weighted: number;
}

/** Comparison of the feasible nodes. */
export interface ScoreFindings {
  /** Findings at the index of the node. */
  readonly byNode: readonly (readonly ScoreFinding[])[];
  readonly totals: Float64Array;
  /** From 1; nodes of equal totals share their rank. */
  readonly ranks: readonly number[];
  /** Index of the node that the seeded chance of a first attempt picks among the best; -1 of none. */
  readonly picked: number;
  readonly error: Status | undefined;
}

const NONE: Omit<ScoreFindings, 'error'> = { byNode: [], totals: new Float64Array(0), ranks: [], picked: -1 };

/** Scores nodes for a pod, keeping everything that went into the totals. */
export function scoreFindings(
  { framework, cycle: { extenders } }: ProfileParts,
  { pod, state, nodes }: { readonly pod: PodInfo; readonly state: CycleState; readonly nodes: readonly NodeInfo[] },
): ScoreFindings {
  if (nodes.length === 0) return { ...NONE, error: undefined };
  const buffers = new ScoreBuffers();
  const scored = runScores({ framework, state, pod, nodes, known: undefined, buffers, keepsRawScores: true });
  if (scored.error) return { ...NONE, error: scored.error };
  const { totals } = scored;
  const byNode = nodes.map((_, i) =>
    scored.plugins.map(({ plugin, weight, raw, scores }): ScoreFinding => {
      const normalized = scores[i]!;
      return { plugin, raw: raw[i]!, normalized, weight, weighted: normalized * weight };
    }),
  );
  addExtenders(extenders, { pod, nodes, totals, byNode }, framework.handle.behaviour.score.scale);
  const picked = pickHighest(totals, () => framework.handle.randomFor(pod, 1, 'node'));
  return { byNode, totals, ranks: ranksOf(totals), picked, error: undefined };
}

interface Scored {
  readonly pod: PodInfo;
  readonly nodes: readonly NodeInfo[];
  readonly totals: Float64Array;
  readonly byNode: readonly ScoreFinding[][];
}

/** Adds the scores of extenders, from 0 to 10; one that does not answer counts as 0. */
function addExtenders(extenders: readonly Extender[], { pod, nodes, totals, byNode }: Scored, scale: number): void {
  for (const extender of extenders) {
    const { name: plugin, weight } = extender;
    if (!extender.prioritize || weight === 0 || !extender.isInterestedIn(pod)) continue;
    const scores = extender.prioritize(pod, nodes);
    nodes.forEach(({ name }, i) => {
      const raw = scores?.get(name) ?? 0;
      const normalized = (raw * scale) / MAX_EXTENDER_SCORE;
      byNode[i]!.push({ plugin, raw, normalized, weight, weighted: normalized * weight });
      totals[i]! += normalized * weight;
    });
  }
}

function ranksOf(totals: Float64Array): readonly number[] {
  const sorted = [...totals].sort((a, b) => b - a);
  const rankOf = new Map<number, number>();
  sorted.forEach((total, i) => {
    if (!rankOf.has(total)) rankOf.set(total, i + 1);
  });
  return [...totals].map((total) => rankOf.get(total)!);
}
