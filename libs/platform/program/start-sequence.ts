/**
 * The start and the end of a program, step by step. Nest throws away an application whose hooks throw, with all that it
 * has opened; so hooks hand their work to the sequence, which keeps the first error and skips what would follow. The
 * program then closes the application in order, as it does on a signal.
 */
export class StartSequence {
  private readonly ending = new AbortController();
  private startError: { readonly error: unknown } | undefined;
  private stopError: { readonly error: unknown } | undefined;

  /** Aborted when the program gets a request to end. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** All steps of the start were carried out. */
  get isStarted(): boolean {
    return !this.startError && !this.signal.aborted;
  }

  /** Ends the start: the step under way may finish, the others are skipped. */
  abort(): void {
    this.ending.abort();
  }

  /** A step of the start; skipped after a failure, and when the program is to end. */
  async start(step: () => Promise<void>): Promise<void> {
    if (this.startError || this.signal.aborted) return;
    await step().catch((error: unknown) => (this.startError = { error }));
  }

  /** A step of the end; the others follow even if it fails. */
  async stop(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => (this.stopError ??= { error }));
  }

  /** Throws the error that ended the start, unless the program was asked to end anyway. */
  requireStarted(): void {
    if (this.startError && !this.signal.aborted) throw this.startError.error;
  }

  /** Throws the first error of the end. */
  requireStopped(): void {
    if (this.stopError) throw this.stopError.error;
  }
}
