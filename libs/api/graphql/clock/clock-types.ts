import { Field, Float, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ClockMode as StoredMode } from '@orrery/clock';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Duration, Json } from '../scalars/scalars';

/** The modes in the words of the schema. */
export const ClockMode = { PAUSED: StoredMode.Manual, REALTIME: StoredMode.Real, SCALED: StoredMode.Scaled } as const;
export type ClockMode = (typeof ClockMode)[keyof typeof ClockMode];
registerEnumType(ClockMode, {
  name: 'ClockMode',
  description: 'How cluster time follows real time.',
  valuesMap: {
    PAUSED: { description: 'It stands still until it is advanced.' },
    REALTIME: { description: 'It runs like real time.' },
    SCALED: { description: 'It runs faster or slower than real time.' },
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
  description: 'Why an advance ended.',
  valuesMap: {
    TIME: { description: 'The wanted time was reached.' },
    IDLE: { description: 'Nothing was going on any more.' },
    CONDITION: { description: 'What was waited for is so.' },
    EVENT: { description: 'Something was due, and has happened.' },
    MAX_EVENTS: { description: 'The allowed number of instants was used up.' },
  },
});

@ObjectType({ description: 'The clock of a cluster.' })
export class Clock {
  @Field(() => DateTime, { description: 'Cluster time now.' })
  now!: string;
  @Field(() => ClockMode, { description: 'How it follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, { description: 'Cluster seconds per real second; 0 when it stands still.' })
  rate!: number;
  @Field(() => DateTime, { nullable: true, description: 'When something is due next, as far as this server knows.' })
  nextEventAt?: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of the clock.' })
export class ClockPayload extends MutationPayload {
  @Field(() => Clock, { nullable: true, description: 'The clock as it is now.' })
  clock?: unknown;
  @Field(() => Int, { nullable: true, description: 'Instants at which something was due during an advance.' })
  events?: number;
  @Field(() => AdvanceEnd, { nullable: true, description: 'Why an advance ended.' })
  endedBy?: AdvanceEnd;
}

@InputType({ isAbstract: true })
abstract class ClockInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
}

@InputType({ description: 'How the clock is to run.' })
export class SetClockModeInput extends ClockInput {
  @Field(() => ClockMode, { description: 'How it follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, {
    nullable: true,
    description: 'Cluster seconds per real second, for SCALED: above 0, at most 1000000.',
  })
  rate?: number | null;
}

@InputType({ description: 'Stops the clock.' })
export class PauseClockInput extends ClockInput {}

@InputType({ description: 'Lets the clock run.' })
export class ResumeClockInput extends ClockInput {
  @Field(() => Float, { nullable: true, description: 'Cluster seconds per real second; 1 if not given.' })
  rate?: number | null;
}

@InputType({ description: 'Objects that must be there, so many of them, and look so.' })
export class ClockConditionInput {
  @Field(() => String, { nullable: true, description: 'Their API version; `v1` if not given.' })
  apiVersion?: string | null;
  @Field(() => String, { description: 'Their kind.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Their namespace; `default` if not given.' })
  namespace?: string | null;
  @Field(() => String, { nullable: true, description: 'The name of the only one that counts.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'Only those with these labels.' })
  labelSelector?: string | null;
  @Field(() => Json, {
    nullable: true,
    description: 'A part of the object: objects have at least these fields, lists at least such an item for each.',
  })
  matches?: unknown;
  @Field(() => Int, { nullable: true, description: 'Exactly so many; at least one if not given.' })
  count?: number | null;
}

@InputType({
  description:
    'How far a paused clock is to go: `by`, `to`, `untilIdle`, `until` or `toNextEvent`; the first two limit the others.',
})
export class AdvanceClockInput extends ClockInput {
  @Field(() => Duration, { nullable: true, description: 'So far from now.' })
  by?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'To this time.' })
  to?: string | null;
  @Field(() => [ClockConditionInput], {
    nullable: true,
    description: 'To the first instant at which all of this holds; within `1h` if no limit is given.',
  })
  until?: ClockConditionInput[] | null;
  @Field(() => Boolean, { nullable: true, description: 'To the next instant at which anything is due.' })
  toNextEvent?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Until nothing but heartbeats happens for `idleFor`.' })
  untilIdle?: boolean | null;
  @Field(() => Duration, { nullable: true, description: 'What counts as idle; `1m` if not given.' })
  idleFor?: string | null;
  @Field(() => Int, { nullable: true, description: 'Instants at most; 1000000 if not given.' })
  maxEvents?: number | null;
}
