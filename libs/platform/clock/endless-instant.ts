/** Writes or timers of one instant lead to more and more of them: a clock that stands still cannot go on from there. */
export class EndlessInstantError extends Error {
  override readonly name = 'EndlessInstantError';
}
