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
