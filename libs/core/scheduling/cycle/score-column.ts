import { NodeAnswers } from '../cache/node-answers';
import type { NodeRun } from './node-run';

/** Shorter runs are copied one by one. */
const LONG_RUN = 16;

/** Scores of every node by one score plugin, for one shape of pods. */
export class ScoreColumn extends NodeAnswers<number> {
  /** Scores by position; open ones do not count. */
  values = new Float64Array(0);

  /** Writes the scores of the runs, one after the other; missing ones are computed first. Returns the error of that. */
  fill<E>(scores: Float64Array, runs: readonly NodeRun[], scoreAt: (position: number) => E | undefined): E | undefined {
    const { open, values } = this;
    let i = 0;
    for (const { from, to } of runs) {
      for (let at = open.next(from, to); at < to; at = open.next(at + 1, to)) {
        const error = scoreAt(at);
        if (error !== undefined) return error;
      }
      if (to - from < LONG_RUN) for (let at = from; at < to; at++) scores[i++] = values[at]!;
      else {
        scores.set(values.subarray(from, to), i);
        i += to - from;
      }
    }
    return undefined;
  }

  protected cleared(size: number): void {
    this.values = new Float64Array(size);
  }

  protected counted(position: number, _before: number | undefined, after: number | undefined): void {
    if (after !== undefined) this.values[position] = after;
  }
}
