import type { Pending } from './commit-request';

/** Lane of writes without a unit, which comes first: they are requests of clients, and the rest follows from them. */
const CLIENTS = '';
/** Background writes come last. */
const BACKGROUND = '\uffff';

/**
 * Writes that are held until all that is under way waits. They are taken in the order of their units, and those of one unit
 * in the order in which it asked: so it depends neither on which unit was quicker, nor on which answer from outside.
 */
export class HeldWrites {
  private readonly lanes = new Map<string, Pending[]>();
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The lanes in which something waits, in their order. */
  get names(): readonly string[] {
    return [...this.lanes.keys()].sort();
  }

  /** @param isBackground comes last: with all others of the kind, or, if it `isByUnit`, in the order of the units */
  push(pending: Pending, { isBackground, isByUnit }: { isBackground: boolean; isByUnit: boolean }): void {
    const unit = pending.fence?.unit ?? CLIENTS;
    pending.lane = isBackground ? BACKGROUND + (isByUnit ? unit : '') : unit;
    const lane = this.laneOf(pending);
    // How long a webhook took to answer makes no difference.
    const after = lane.findLastIndex(({ turn }) => turn < pending.turn);
    lane.splice(after + 1, 0, pending);
    this.count++;
  }

  /** These come before everything else of their lanes, in this order. */
  putBack(returned: readonly Pending[]): void {
    for (const pending of [...returned].reverse()) this.laneOf(pending).unshift(pending);
    this.count += returned.length;
  }

  /** Takes the first ones, at most `limit`. */
  take(limit: number): Pending[] {
    const taken: Pending[] = [];
    for (const name of this.names) {
      taken.push(...this.takeFrom(name, limit - taken.length));
      if (taken.length === limit) break;
    }
    return taken;
  }

  /** Takes the first ones of one lane, at most `limit`. */
  takeFrom(name: string, limit: number): Pending[] {
    const lane = this.lanes.get(name);
    if (!lane) return [];
    const taken = lane.splice(0, limit);
    if (lane.length === 0) this.lanes.delete(name);
    this.count -= taken.length;
    return taken;
  }

  private laneOf({ lane = CLIENTS }: Pending): Pending[] {
    let waiting = this.lanes.get(lane);
    if (!waiting) this.lanes.set(lane, (waiting = []));
    return waiting;
  }
}
