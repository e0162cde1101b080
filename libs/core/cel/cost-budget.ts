/** Maximum cost of one expression (`PerCallLimit` upstream). */
export const PER_CALL_LIMIT = 1_000_000;

/** An expression went beyond its limit. */
export class CostExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/**
 * Remaining cost that expressions may use: one unit for each step, and one for every ten characters or items of its
 * result. It is counted, so that the same expression on the same values ends at the same place on every machine.
 */
export class CostBudget {
  private spentByCall = 0;

  constructor(private left: number) {}

  /** Units that are left for further expressions. */
  get remaining(): number {
    return this.left;
  }

  /** Begins an expression, which has a limit of its own; the answer leads back to the one that it interrupts. */
  begin(): number {
    const before = this.spentByCall;
    this.spentByCall = 0;
    return before;
  }

  /** Resumes the expression that {@link begin} interrupted. */
  resume(spentBefore: number): void {
    this.spentByCall = spentBefore;
  }

  /** Throws {@link CostExceeded} once the expression has gone beyond its limit or beyond all that is left. */
  spend(units: number): void {
    this.spentByCall += units;
    this.left -= units;
    if (this.spentByCall > PER_CALL_LIMIT || this.left < 0) throw new CostExceeded();
  }
}
