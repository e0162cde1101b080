import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ClockMode as StoredMode } from '@orrery/clock';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Duration, Json } from '../scalars/scalars';

/** The modes as the schema names them. */
export const ClockMode = {
  PAUSED: StoredMode.Manual,
  REALTIME: StoredMode.Real,
  SCALED: StoredMode.Scaled,
  AUTO: StoredMode.Auto,
} as const;
export type ClockMode = (typeof ClockMode)[keyof typeof ClockMode];
registerEnumType(ClockMode, {
  name: 'ClockMode',
  description: 'How cluster time follows real time.',
  valuesMap: {
    PAUSED: { description: 'Cluster time stands still until it is advanced.' },
    REALTIME: { description: 'Cluster time runs at the speed of real time.' },
    SCALED: { description: 'Cluster time runs faster or slower than real time.' },
    AUTO: {
      description: 'Cluster time goes to the next event whenever nothing goes on in the cluster and no client acts.',
    },
  },
});

export const AdvanceEnd = {
  TIME: 'TIME',
  IDLE: 'IDLE',
  CONDITION: 'CONDITION',
  EVENT: 'EVENT',
  MAX_EVENTS: 'MAX_EVENTS',
} as const;
export type AdvanceEnd = (typeof AdvanceEnd)[keyof typeof AdvanceEnd];
registerEnumType(AdvanceEnd, {
  name: 'AdvanceEnd',
  description: 'Why the advance ended.',
  valuesMap: {
    TIME: { description: 'The requested time was reached.' },
    IDLE: { description: 'The cluster was idle.' },
    CONDITION: { description: 'The conditions were met.' },
    EVENT: { description: 'A due event was processed.' },
    MAX_EVENTS: { description: 'The maximum number of events was reached.' },
  },
});

@ObjectType({ description: 'Clock of a cluster.' })
export class Clock {
  @Field(() => DateTime, { description: 'Current cluster time.' })
  now!: string;
  @Field(() => ClockMode, { description: 'How cluster time follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, {
    description: 'Cluster seconds per real second; 0 while paused, the highest rate of an AUTO clock.',
  })
  rate!: number;
  @Field(() => DateTime, { nullable: true, description: 'Time of the next due event known to this server.' })
  nextEventAt?: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Why cluster time cannot go on: at this instant each write leads to further ones, without end. Null while it can.',
  })
  problem?: unknown;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of the clock.' })
export class ClockPayload extends MutationPayload {
  @Field(() => Clock, { nullable: true, description: 'The clock after the change.' })
  clock?: unknown;
  @Field(() => Int, { nullable: true, description: 'Number of instants at which events were due.' })
  events?: number;
  @Field(() => AdvanceEnd, { nullable: true, description: 'Why the advance ended.' })
  endedBy?: AdvanceEnd;
}

@InputType({ isAbstract: true })
abstract class ClockInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
}

@InputType({ description: 'The mode of the clock.' })
export class SetClockModeInput extends ClockInput {
  @Field(() => ClockMode, { description: 'How cluster time follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, {
    nullable: true,
    description:
      'Cluster seconds per real second (above 0, at most 1000000): for SCALED, and for AUTO at most (default 1000).',
  })
  rate?: number | null;
}

@InputType({ description: 'Pauses the clock.' })
export class PauseClockInput extends ClockInput {}

@InputType({ description: 'Starts the clock.' })
export class ResumeClockInput extends ClockInput {
  @Field(() => Float, { nullable: true, description: 'Cluster seconds per real second (default 1).' })
  rate?: number | null;
}

@InputType({ description: 'A hold of a clock that goes on by itself.' })
export class HoldClockInput extends ClockInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the hold; one of the same name begins again (default: a new name).',
  })
  name?: string | null;
  @Field(() => Duration, {
    nullable: true,
    description: 'Duration after which it ends by itself, in real time (default 30s, at most 1h).',
  })
  for?: string | null;
}

@InputType({ description: 'The end of a hold.' })
export class ReleaseClockInput extends ClockInput {
  @Field(() => String, { description: 'Name of the hold.' })
  name!: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'A hold of the clock.' })
export class HoldClockPayload extends MutationPayload {
  @Field(() => String, { nullable: true, description: 'Name of the hold, for `releaseClock`.' })
  name?: string;
  @Field(() => Clock, { nullable: true, description: 'The clock.' })
  clock?: unknown;
}

@InputType({ description: 'A condition: a number of matching objects must exist.' })
export class ClockConditionInput {
  @Field(() => String, { nullable: true, description: 'API version of the objects (default `v1`).' })
  apiVersion?: string | null;
  @Field(() => String, { description: 'Kind of the objects.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of the objects (default `default`).' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'Name of the object.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'Label selector of the objects.' })
  labelSelector?: string | null;
  @Field(() => Json, {
    nullable: true,
    description:
      'Partial object: an object matches if it has at least these fields, and its lists at least one matching item for each item given.',
  })
  matches?: unknown;
  @Field(() => Int, { nullable: true, description: 'Exact number of matching objects (default: at least one).' })
  count?: number | null;
}

@InputType({
  description:
    'How far to advance a paused clock: `by`, `to`, `untilIdle`, `until` or `toNextEvent`; `by` and `to` limit the others.',
})
export class AdvanceClockInput extends ClockInput {
  @Field(() => Duration, { nullable: true, description: 'Duration to advance by.' })
  by?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Time to advance to.' })
  to?: string | null;
  @Field(() => [ClockConditionInput], {
    nullable: true,
    description: 'Advances to the first instant at which all conditions are met (within `1h` if no limit is given).',
  })
  until?: ClockConditionInput[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Advances to the next instant at which an event is due.' })
  toNextEvent?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Advances until nothing but heartbeats has happened for `idleFor`.',
  })
  untilIdle?: boolean | null;
  @Field(() => Duration, {
    nullable: true,
    description: 'Duration without changes that counts as idle (default `1m`).',
  })
  idleFor?: string | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number of instants (default 1000000).' })
  maxEvents?: number | null;
}
