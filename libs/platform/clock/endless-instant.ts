/** Writes at one instant lead to more and more writes: a clock that stands still cannot go on from there. */
export class EndlessInstantError extends Error {
  override readonly name = 'EndlessInstantError';
}
