import type { ControlMessage } from '@orrery/messaging';

/**
 * Runs pieces of work one after the other. Code that reads a row and acts on it shares the turns with the code that
 * writes the row: otherwise a state older than the last write could be applied after it.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all earlier work has ended, well or badly. Resolves or rejects with its outcome. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

/** The turns of the clients of a process that is alone: those that are in the middle of what they ask for go first. */
export class LoneTurns {
  /** Those in the middle that wait. */
  private waiting = 0;
  /** The number of times that one of them got its turn. */
  private goneOn = 0;

  /** @param settled resolves when the cluster has settled */
  constructor(private readonly settled: () => Promise<void>) {}

  async take(hasBegun: boolean): Promise<void> {
    if (!hasBegun) return this.takeAfterThem();
    this.waiting++;
    await this.settled();
    this.waiting--;
    this.goneOn++;
  }

  /** What goes on with the same settled state comes before, whichever of both asked first. */
  private async takeAfterThem(): Promise<void> {
    for (;;) {
      const { goneOn } = this;
      await this.settled();
      if (this.waiting === 0 && this.goneOn === goneOn) return;
    }
  }
}

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

  /** Returns whether the clients may have their turn. */
  takesTurn(): boolean {
    if (this.hasMoved) return false;
    this.hasTurned = true;
    return true;
  }

  /**
   * Returns whether a step came too late; a question never does.
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
