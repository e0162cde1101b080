import { Field, Float, ObjectType, registerEnumType } from '@nestjs/graphql';
import { AdvanceEnd, CLOCK_CONDITION, CLOCK_MODE } from '@orrery/actions';
import { enumType } from '../../values/schemas/enum-types';
import { inputTypeOf } from '../../values/schemas/schema-types';
import { DateTime } from '../../values/scalars/scalars';

/** The modes as the schema names them. */
export const ClockMode = enumType(CLOCK_MODE);

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
  mode!: string;
  @Field(() => Float, {
    description: 'Cluster seconds per real second; 0 of a manual clock, the highest rate of an AUTO clock.',
  })
  rate!: number;
  @Field(() => DateTime, { nullable: true, description: 'Time of the next due event known to this server.' })
  nextEventAt?: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Why cluster time cannot advance: at this instant each write, or each timer, leads to further ones, without end. Null while it can.',
  })
  problem?: unknown;
}

export const ClockConditionInput = inputTypeOf({
  name: 'ClockCondition',
  fields: CLOCK_CONDITION.fields,
  required: CLOCK_CONDITION.required,
  description: CLOCK_CONDITION.about,
});
