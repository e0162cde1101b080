import type { ControlMessage } from '@orrery/messaging';

/** A step of the clock, or the question whether all have settled (without an instant). */
export type ClockMessage = Extract<ControlMessage, { type: 'step' }>;

/**
 * Keeps steps of the clock, turns of clients and changes that processes hear of apart: steps and turns begin when all processes have
 * settled, and each is decided on by another process. Messages come in one order to all, so all know alike whether one of them came between the answers that the other was
 * decided by and the decision.
 */
export class StepsAndTurns {
  /** The clock has moved since processes were last asked for a turn or a round. */
  private hasMoved = false;
  /** A client had its turn since processes were last asked for a step. */
  private hasTurned = false;
  /** Something that processes act on was changed since they were last asked for a step. */
  private hasChanged = false;
  /** The last question: it may be said again. */
  private question: string | undefined;
  /** The last step, and whether it was refused: it may be said again. */
  private last: { readonly round: string; readonly isRefused: boolean } | undefined;

  /** The processes are asked whether they have settled, for a round or a turn. */
  asked(): void {
    this.hasMoved = false;
  }

  /** Processes act on a change from here on; a step that was decided on before they were asked again would come before its effect. */
  changed(): void {
    this.hasChanged = true;
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
   * @param isStrict whether one that a client's turn came before is not to be taken
   */
  refusesStep({ atMs, round }: ClockMessage, isStrict: boolean): boolean {
    if (atMs === undefined) {
      if (this.question !== round) this.hasTurned = this.hasChanged = false;
      this.question = round;
      return false;
    }
    if (this.last?.round !== round) this.last = { round, isRefused: this.hasChanged || (isStrict && this.hasTurned) };
    if (!this.last.isRefused) this.hasMoved = true;
    return this.last.isRefused;
  }
}
