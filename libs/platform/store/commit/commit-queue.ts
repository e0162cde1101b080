import type { Pending } from './commit-request';

/** Number of taken entries that are released at a time: a busy writer's queue may never be empty. */
const LET_GO_AT = 1000;

/** Pending writes of one writer, in the order of its requests. */
interface Lane {
  readonly writer: unknown;
  waiting: Pending[];
  /** Place in {@link waiting} of the next one. */
  next: number;
}

/**
 * Writes that wait. Those of one writer keep their order; the writers take turns, so that a writer with little to write
 * does not wait for one with much.
 */
export class CommitQueue {
  private readonly lanes: Lane[] = [];
  private readonly byWriter = new Map<unknown, Lane>();
  /** Place in {@link lanes} of the one whose turn it is. */
  private turn = 0;

  get isEmpty(): boolean {
    return this.lanes.length === 0;
  }

  /** The last one of its writer. */
  push(pending: Pending): void {
    this.laneOf(pending).waiting.push(pending);
  }

  /** These come before everything else that their writers wait for, in this order. */
  putBack(returned: readonly Pending[]): void {
    const byLane = new Map<Lane, Pending[]>();
    for (const pending of returned) {
      const lane = this.laneOf(pending);
      const first = byLane.get(lane);
      if (first) first.push(pending);
      else byLane.set(lane, [pending]);
    }
    for (const [lane, first] of byLane) {
      lane.waiting = [...first, ...lane.waiting.slice(lane.next)];
      lane.next = 0;
    }
  }

  /** Takes the next one of the writer whose turn it is; undefined if nothing waits. */
  take(): Pending | undefined {
    const { lanes } = this;
    if (this.turn >= lanes.length) this.turn = 0;
    const lane = lanes[this.turn];
    if (!lane) return undefined;
    const pending = lane.waiting[lane.next++]!;
    if (lane.next < lane.waiting.length) {
      if (lane.next === LET_GO_AT) {
        lane.waiting = lane.waiting.slice(LET_GO_AT);
        lane.next = 0;
      }
      this.turn++;
    } else {
      lanes.splice(this.turn, 1);
      this.byWriter.delete(lane.writer);
    }
    return pending;
  }

  private laneOf({ writer }: Pending): Lane {
    let lane = this.byWriter.get(writer);
    if (!lane) {
      lane = { writer, waiting: [], next: 0 };
      this.byWriter.set(writer, lane);
      this.lanes.push(lane);
    }
    return lane;
  }
}
