import { DateTime } from '../../values/scalars/scalars';
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
  description: 'State of a zone.',
  valuesMap: {
    INITIAL: { description: 'Not evaluated yet.' },
    NORMAL: { description: 'Most nodes are ready.' },
    PARTIAL_DISRUPTION: { description: 'More than two nodes, and more than the threshold, are not ready.' },
    FULL_DISRUPTION: { description: 'No node is ready.' },
  },
});

@ObjectType({ description: 'A zone as the node-lifecycle controller sees it.' })
export class Zone {
  @Field(() => String, { description: 'Name, as labels of nodes have it; empty for nodes without a zone.' })
  name!: string;
  @Field(() => String, { description: 'Region, as labels of nodes have it; empty for nodes without a region.' })
  region!: string;
  @Field(() => ZoneState, { nullable: true, description: 'State; null when the zone has no nodes any more.' })
  state!: ZoneState | null;
  @Field(() => Int, { description: 'Number of counted nodes.' })
  nodes!: number;
  @Field(() => Int, { description: 'Number of unready nodes.' })
  unhealthyNodes!: number;
  @Field(() => Float, { description: 'Percentage of ready nodes.' })
  healthPercent!: number;
  @Field(() => Float, { description: 'Maximum number of NoExecute taints per second.' })
  evictionRate!: number;
  @Field(() => Int, { description: 'Number of nodes that wait for a NoExecute taint.' })
  waitingNodes!: number;
  @Field(() => [String], {
    description: 'Names of the nodes that wait for a NoExecute taint, in the order of their turns; at most 50.',
  })
  queuedNodes!: readonly string[];
  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the next of them may be tainted, in cluster time; null if one may be now, or if the rate is zero.',
  })
  nextTaintAt!: string | null;
  @Field(() => Int, { description: 'Number of NoExecute taints since the start of the controller.' })
  evictionsTotal!: number;
}
