import type { Random } from '@orrery/time';

/**
 * Index of the node to take: the highest total; among k equals each replaces the one before with probability 1/k.
 * `random` is made only if there is a tie. Of no totals the answer is -1.
 */
export function pickHighest(totals: Float64Array, random: () => Random): number {
  let best = -1;
  let bestTotal = Number.NEGATIVE_INFINITY;
  let equals = 0;
  let stream: Random | undefined;
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i]!;
    if (total > bestTotal) {
      best = i;
      bestTotal = total;
      equals = 1;
    } else if (total === bestTotal) {
      equals++;
      stream ??= random();
      if (stream.below(equals) === 0) best = i;
    }
  }
  return best;
}
