/** The turns of the clients of a process that is alone: those that are in the middle of what they ask for go first. */
export class LoneTurns {
  /** Those in the middle that wait. */
  private waiting = 0;
  /** How often one of them went on. */
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
