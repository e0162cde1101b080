import type { ControlMessage } from '@orrery/messaging';

/** A step of the clock, or the question whether all have settled (without an instant). */
export type ClockMessage = Extract<ControlMessage, { type: 'step' }>;

/**
 * Keeps steps of the clock and turns of clients apart: both begin when all processes have settled, and each is decided on by another
 * process. Messages come in one order to all, so all know alike whether one of them came between the answers that the other was
 * decided by and the decision.
 */
export class StepsAndTurns {
  /** The clock has moved since processes were last asked for a turn or a round. */
  private hasMoved = false;
  /** A client had its turn since processes were last asked for a step. */
  private hasTurned = false;
  /** The last step, and whether it was refused: it may be said again. */
  private last: { readonly round: string; readonly isRefused: boolean } | undefined;

  /** The processes are asked whether they have settled, for a round or a turn. */
  asked(): void {
    this.hasMoved = false;
  }

  /** Whether the clients may have their turn. */
  takesTurn(): boolean {
    if (this.hasMoved) return false;
    this.hasTurned = true;
    return true;
  }

  /**
   * Whether a step came too late; a question never does.
   *
   * @param isStrict whether a step that did is not to be taken
   */
  refusesStep({ atMs, round }: ClockMessage, isStrict: boolean): boolean {
    if (atMs === undefined) {
      this.hasTurned = false;
      return false;
    }
    if (this.last?.round !== round) this.last = { round, isRefused: isStrict && this.hasTurned };
    if (!this.last.isRefused) this.hasMoved = true;
    return this.last.isRefused;
  }
}
