/**
 * Brings raw scores to 0..scale by their maximum, in place: `scale*raw div max`, reversed `scale - that`. If all are 0
 * they become `scale` when reversed and stay 0 otherwise. As v1.20.2 `DefaultNormalizeScore`.
 */
export function normalizeByMaximum(scores: Float64Array, scale: number, isReversed: boolean): void {
  let max = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > max) max = scores[i]!;
  if (max === 0) {
    if (isReversed) scores.fill(scale);
    return;
  }
  for (let i = 0; i < scores.length; i++) {
    const share = Math.trunc((scale * scores[i]!) / max);
    scores[i] = isReversed ? scale - share : share;
  }
}
