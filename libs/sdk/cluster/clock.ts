import { accepted, type Operations } from '../client/operations';
import type { AdvanceClockInput, ClockConditionInput, ClockPartsFragment } from '../graphql/operations.generated';
import { clockInput, type ClockWord } from './cluster-options';

/** Condition on the objects of a cluster: at least one, or `count`, that match. */
export type Condition = ClockConditionInput;

/** Result of an advance. */
export interface Advance {
  /** Cluster time after it. */
  readonly now: Date;
  /** True if the time, a condition, or the end of all events ended it. */
  readonly endedBy: string;
  /** Number of instants at which events were due. */
  readonly events: number;
}

const HOLD_LIMIT = '5m';

/** The clock of a cluster. */
export class ClusterClock {
  constructor(private readonly operations: Operations) {}

  /** Current cluster time. */
  async now(): Promise<Date> {
    return new Date((await this.state()).now);
  }

  /** Mode, rate, time, and the next event that is due. */
  async state(): Promise<ClockPartsFragment> {
    return (await this.operations.clock()).clock;
  }

  /** Stops the clock. */
  async pause(): Promise<void> {
    accepted((await this.operations.pauseClock()).pauseClock);
  }

  /** Starts the clock again, at the speed of real time, regardless of its previous speed; `set` chooses another one. */
  async resume(): Promise<void> {
    accepted((await this.operations.resumeClock()).resumeClock);
  }

  /** Changes how cluster time follows real time. */
  async set(clock: ClockWord): Promise<void> {
    const { mode, rate } = clockInput(clock);
    const input = { mode, ...(rate == null ? {} : { rate }) };
    accepted((await this.operations.setClockMode({ input })).setClockMode);
  }

  /**
   * Keeps an `auto` clock where it is while something is done of which the server does not know, for `limit` of real time at
   * most. Resolves with what the work does.
   */
  async holding<T>(work: () => Promise<T>, limit = HOLD_LIMIT): Promise<T> {
    const { name } = accepted((await this.operations.holdClock({ input: { for: limit } })).holdClock);
    try {
      return await work();
    } finally {
      if (name != null) accepted((await this.operations.releaseClock({ input: { name } })).releaseClock);
    }
  }

  /** Advances a stopped clock. */
  async advance(input: AdvanceClockInput): Promise<Advance> {
    const { clock, endedBy, events } = accepted((await this.operations.advanceClock({ input })).advanceClock);
    return { now: new Date(clock?.now ?? Number.NaN), endedBy: endedBy ?? 'TIME', events: events ?? 0 };
  }
}
