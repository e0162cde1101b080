import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';

export const ZoneState = {
  INITIAL: 'Initial',
  NORMAL: 'Normal',
  PARTIAL_DISRUPTION: 'PartialDisruption',
  FULL_DISRUPTION: 'FullDisruption',
} as const;
export type ZoneState = (typeof ZoneState)[keyof typeof ZoneState];
registerEnumType(ZoneState, {
  name: 'ZoneState',
  description: 'How a zone of nodes fares.',
  valuesMap: {
    INITIAL: { description: 'Not judged yet.' },
    NORMAL: { description: 'Most nodes are ready.' },
    PARTIAL_DISRUPTION: { description: 'More than two nodes, and more than the threshold, are not ready.' },
    FULL_DISRUPTION: { description: 'No node is ready.' },
  },
});

@ObjectType({ description: 'A zone as the node-lifecycle controller sees it.' })
export class Zone {
  @Field(() => String, { description: 'Region and zone, as `region::zone`; empty for nodes without either.' })
  name!: string;
  @Field(() => ZoneState, { nullable: true, description: 'How it fares; null when its last node has gone.' })
  state!: ZoneState | null;
  @Field(() => Int, { description: 'Its nodes, as far as they count.' })
  nodes!: number;
  @Field(() => Int, { description: 'Those of them that are not ready.' })
  unhealthyNodes!: number;
  @Field(() => Float, { description: 'Share of ready nodes, in percent.' })
  healthPercent!: number;
  @Field(() => Float, { description: 'Nodes a second that may get their NoExecute taint.' })
  evictionRate!: number;
  @Field(() => Int, { description: 'Nodes that wait for it.' })
  waitingNodes!: number;
  @Field(() => Int, { description: 'NoExecute taints given since the controller started.' })
  evictionsTotal!: number;
}
