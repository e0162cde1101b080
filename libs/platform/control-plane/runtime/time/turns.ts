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

/** Turns of the clients of a process that is alone: those in the middle of a request have theirs first. */
export class LoneTurns {
  /** Number of clients in the middle of a request that wait. */
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

  /** Lets work that continues from the same settled state go first, whichever asked first. */
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
 * Separates steps of the clock, turns of clients and changes that are announced to processes: steps and turns begin
 * when all processes have settled, and each is decided on by another process. Messages come in one order to all, so all
 * know alike whether one of them came between the answers that the other was decided by and the decision.
 */
export class StepsAndTurns {
  /** True if the clock has moved since processes were last polled for a turn or a round. */
  private hasMoved = false;
  /** True if a client had its turn since processes were last polled for a step. */
  private hasTurned = false;
  /** True if something that processes act on was changed since they were last polled for a step. */
  private hasChanged = false;
  /** Last question: it may be repeated. */
  private question: string | undefined;
  /** Last step, and its refusal: it may be repeated. */
  private last: { readonly round: string; readonly isRefused: boolean } | undefined;

  /** Records that the processes were polled for a report that they have settled, for a round or a turn. */
  asked(): void {
    this.hasMoved = false;
  }

  /** Records a change that processes act on; a step that was decided on before they were polled again would come before its effect. */
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
