import { Field, InputType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Duration } from '../scalars/scalars';

export const FaultKind = { HEARTBEATS_STOPPED: 'HEARTBEATS_STOPPED' } as const;
export type FaultKind = (typeof FaultKind)[keyof typeof FaultKind];
registerEnumType(FaultKind, {
  name: 'FaultKind',
  description: 'What can be wrong with a node.',
  valuesMap: { HEARTBEATS_STOPPED: { description: 'Its kubelet is silent: no heartbeats, no work.' } },
});

@ObjectType({ description: 'Something that was made to go wrong.' })
export class Fault {
  @Field(() => FaultKind, { description: 'What is wrong.' })
  kind!: FaultKind;
  @Field(() => String, { description: 'Name of the node it is wrong with.' })
  nodeName!: string;
  @Field(() => DateTime, { description: 'Since when, in cluster time.' })
  since!: string;
  @Field(() => DateTime, { nullable: true, description: 'Until when, in cluster time; none: until it is lifted.' })
  until?: string;
}

@InputType({ description: 'The nodes that are meant: everything given must hold, and something must be given.' })
export class FaultTargetInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => [String], { nullable: true, description: 'Nodes with these names.' })
  nodes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Nodes with these labels, as Kubernetes writes a label selector.',
  })
  nodeSelector?: string | null;
  @Field(() => String, { nullable: true, description: 'Nodes of this zone.' })
  zone?: string | null;
  @Field(() => Duration, { nullable: true, description: 'For how long, in cluster time; until lifted if not given.' })
  for?: string | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of faults.' })
export class FaultPayload extends MutationPayload {
  @Field(() => [Fault], { description: 'The faults there are now.' })
  faults!: unknown[];
  @Field(() => [String], { description: 'Names of the nodes that were meant.' })
  nodes!: string[];
}
