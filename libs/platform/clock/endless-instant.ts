/** Writes or timers of one instant lead to more and more of them: a stopped clock cannot advance from there. */
export class EndlessInstantError extends Error {
  override readonly name = 'EndlessInstantError';
}
