import { accepted, type Operations } from '../client/operations';
import type { AdvanceClockInput, ClockConditionInput, ClockPartsFragment } from '../graphql/operations.generated';
import { clockInput, type ClockWord } from './cluster-options';

/** What objects a cluster is to have: at least one, or `count`, that match. */
export type Condition = ClockConditionInput;

/** How far an advance came. */
export interface Advance {
  /** Cluster time after it. */
  readonly now: Date;
  /** Whether the time, a condition, or the end of all events ended it. */
  readonly endedBy: string;
  /** Number of instants at which events were due. */
  readonly events: number;
}

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

  /** Lets time stand still. */
  async pause(): Promise<void> {
    accepted((await this.operations.pauseClock()).pauseClock);
  }

  /** Lets time pass again, as fast as it did before. */
  async resume(): Promise<void> {
    accepted((await this.operations.resumeClock()).resumeClock);
  }

  /** Changes how cluster time follows real time. */
  async set(clock: ClockWord): Promise<void> {
    const { mode, rate } = clockInput(clock);
    const input = { mode, ...(rate == null ? {} : { rate }) };
    accepted((await this.operations.setClockMode({ input })).setClockMode);
  }

  /** Advances a clock that stands still. */
  async advance(input: AdvanceClockInput): Promise<Advance> {
    const { clock, endedBy, events } = accepted((await this.operations.advanceClock({ input })).advanceClock);
    return { now: new Date(clock?.now ?? Number.NaN), endedBy: endedBy ?? 'TIME', events: events ?? 0 };
  }
}
