import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { CycleState } from '../framework/cycle-state';
import type { FilterPlugin, ScorePlugin } from '../framework/plugin';
import { isRejected, isSuccess, type Status } from '../framework/status';
import { runFilters } from './run-filters';

/** Remembered answers for one pod shape, by node row; each is good for one generation of its node. */
interface ShapeAnswers {
  filters: readonly FilterPlugin[];
  readonly filterGenerations: Float64Array;
  readonly verdicts: Status[];
  /** Verdicts on nodes that are promised to others, by the pod's priority. */
  readonly promised: Map<number, PromisedVerdict[]>;
  /** By score plugin: scores by node row with their generations. */
  readonly scores: Map<ScorePlugin, { readonly generations: Float64Array; readonly values: Float64Array }>;
}

/** What the filters said of a node with these pods promised to it, for one state of the node. */
export interface PromisedVerdict {
  readonly to: readonly PodInfo[];
  readonly generation: number;
  readonly status: Status;
}

/** Shapes remembered at once; the one unused for longest is dropped first. */
const MAX_REMEMBERED_SHAPES = 64;

/**
 * Reuses answers of rules that look at the pod's shape and one node only. Placing a pod changes one node, so for the
 * next pod of the shape all other answers still hold. Exact: an answer is reused only while the node's generation is
 * the one it was computed for.
 */
export class ShapeMemory {
  private readonly shapes = new Map<number, ShapeAnswers>();

  constructor(private readonly rowCount: () => number) {}

  /** Answers for the pod's shape; undefined while the shape was seen only once, or when the pod names a node itself. */
  answersFor(pod: PodInfo): ShapeAnswers | undefined {
    const { shape } = pod;
    if (pod.pod.spec.nodeName || shape.cycles++ === 0) return undefined;
    let answers = this.shapes.get(shape.id);
    if (answers && answers.filterGenerations.length >= this.rowCount()) {
      this.shapes.delete(shape.id);
      this.shapes.set(shape.id, answers);
      return answers;
    }
    const rows = Math.max(16, Math.ceil(this.rowCount() * 1.25));
    answers = {
      filters: [],
      filterGenerations: new Float64Array(rows),
      verdicts: [],
      promised: new Map(),
      scores: new Map(),
    };
    this.shapes.delete(shape.id);
    this.shapes.set(shape.id, answers);
    if (this.shapes.size > MAX_REMEMBERED_SHAPES) {
      for (const oldest of this.shapes.keys()) {
        this.shapes.delete(oldest);
        break;
      }
    }
    return answers;
  }
}

/** Runs the leading node-scoped filters and remembers what they say of this state of the node. */
export function judgeAndRemember(
  answers: ShapeAnswers,
  filters: readonly FilterPlugin[],
  { state, pod, node }: { readonly state: CycleState; readonly pod: PodInfo; readonly node: NodeInfo },
): Status {
  const { row, generation } = node;
  const status = runFilters(filters, state, pod, node);
  if (isSuccess(status) || isRejected(status)) {
    answers.filterGenerations[row] = generation;
    answers.verdicts[row] = status;
  }
  return status;
}

/** Where verdicts on promised nodes are kept for pods of this priority, by node row. */
export function promisedVerdicts(answers: ShapeAnswers, priority: number): PromisedVerdict[] {
  let verdicts = answers.promised.get(priority);
  if (!verdicts) answers.promised.set(priority, (verdicts = []));
  return verdicts;
}

/**
 * The verdict on a node that is promised to other pods, if it is still promised to the same ones: `to` is a list that is
 * replaced, not changed, when they do.
 */
export function recallPromised(
  verdicts: readonly PromisedVerdict[],
  { row, generation }: NodeInfo,
  to: readonly PodInfo[],
): Status | undefined {
  const known = verdicts[row];
  return known && known.to === to && known.generation === generation ? known.status : undefined;
}

/** Makes sure that the answers were given by these filters; forgets them if not. */
export function useFilters(answers: ShapeAnswers, filters: readonly FilterPlugin[]): void {
  const same = answers.filters.length === filters.length && answers.filters.every((plugin, i) => plugin === filters[i]);
  if (same) return;
  answers.filters = filters;
  answers.filterGenerations.fill(0);
  answers.promised.clear();
}

/** Where one plugin's scores for the shape are kept. */
export function scoresOf(
  answers: ShapeAnswers,
  plugin: ScorePlugin,
): { generations: Float64Array; values: Float64Array } {
  let scores = answers.scores.get(plugin);
  if (!scores) {
    const rows = answers.filterGenerations.length;
    scores = { generations: new Float64Array(rows), values: new Float64Array(rows) };
    answers.scores.set(plugin, scores);
  }
  return scores;
}

export type { ShapeAnswers };
