import { Field, Float, ObjectType } from '@nestjs/graphql';
import { COMPONENT, FAULT_KINDS, type FaultKind as PlainFaultKind } from '@orrery/actions';
import { enumType } from '../../values/schemas/enum-types';
import { DateTime, Duration } from '../../values/scalars/scalars';

export const FaultKind = enumType(FAULT_KINDS);
// The payload of `restartComponent` names it.
enumType(COMPONENT);

@ObjectType({ isAbstract: true })
export abstract class FaultDescription {
  @Field(() => FaultKind, { description: 'Kind of the fault.' })
  kind!: PlainFaultKind;
  @Field(() => String, { description: 'Name of the node.' })
  nodeName!: string;
  @Field(() => DateTime, { description: 'Start, in cluster time.' })
  since!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'End, in cluster time; null if the fault lasts until it is cleared.',
  })
  until?: string;
  @Field(() => Float, {
    nullable: true,
    description: 'For SLOW_HEARTBEAT: factor by which heartbeats are less frequent.',
  })
  factor?: number;
  @Field(() => Duration, { nullable: true, description: 'For API_LATENCY: the delay.' })
  latency?: string;
  @Field(() => String, {
    nullable: true,
    description: 'For MEMORY_HOG, DISK_FILL and PID_HOG: amount used, or share of the node.',
  })
  amount?: string;
}

@ObjectType({ description: 'An injected fault.' })
export class Fault extends FaultDescription {
  @Field(() => Boolean, { description: 'Whether the fault has started.' })
  isInForce!: boolean;
}
