import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Duration } from '../scalars/scalars';

@ObjectType({ description: 'Configuration of the node-lifecycle controller.' })
export class NodeHealth {
  @Field(() => Duration, { description: 'Monitoring period.' })
  nodeMonitorPeriod!: string;
  @Field(() => Duration, { description: 'Time without heartbeats after which a node is unknown.' })
  nodeMonitorGracePeriod!: string;
  @Field(() => Duration, { description: 'The same for a node that has just registered.' })
  nodeStartupGracePeriod!: string;
  @Field(() => Float, { description: 'Evictions per second in a zone.' })
  nodeEvictionRate!: number;
  @Field(() => Float, { description: 'Evictions per second in a large zone that is partially disrupted.' })
  secondaryNodeEvictionRate!: number;
  @Field(() => Int, { description: 'Number of nodes above which a zone is large.' })
  largeClusterSizeThreshold!: number;
  @Field(() => Float, { description: 'Share of unready nodes from which a zone is partially disrupted (0-1).' })
  unhealthyZoneThreshold!: number;
  @Field(() => Boolean, { description: 'Whether unready nodes are tainted NoExecute, so that tolerations apply.' })
  enableTaintManager!: boolean;
  @Field(() => Duration, {
    description: 'Without taint manager: time after which pods of an unready node are deleted.',
  })
  podEvictionTimeout!: string;
  @Field(() => String, { description: 'Queueing of nodes that wait for eviction: `refresh` or `duplicate`.' })
  requeue!: string;
  @Field(() => String, { description: 'Effect of another taint on a running toleration timer: `keep` or `min`.' })
  timerRecompute!: string;
  @Field(() => Boolean, { description: 'Whether nodes with names of masters are not counted in their zone.' })
  excludeMasterByName!: boolean;
  @Field(() => Boolean, { description: 'Whether evicted pods get the condition DisruptionTarget.' })
  disruptionTargetCondition!: boolean;
}

const UNSET = 'null restores the default of the generation';

@InputType({ description: `Settings to change: absent fields keep their values, ${UNSET}.` })
export class SetNodeHealthInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => Duration, { nullable: true, description: 'Monitoring period.' })
  nodeMonitorPeriod?: string | null;
  @Field(() => Duration, { nullable: true, description: 'Time without heartbeats after which a node is unknown.' })
  nodeMonitorGracePeriod?: string | null;
  @Field(() => Duration, { nullable: true, description: 'The same for a node that has just registered.' })
  nodeStartupGracePeriod?: string | null;
  @Field(() => Float, { nullable: true, description: 'Evictions per second in a zone.' })
  nodeEvictionRate?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Evictions per second in a large zone that is partially disrupted.',
  })
  secondaryNodeEvictionRate?: number | null;
  @Field(() => Int, { nullable: true, description: 'Number of nodes above which a zone is large.' })
  largeClusterSizeThreshold?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Share of unready nodes from which a zone is partially disrupted (0-1).',
  })
  unhealthyZoneThreshold?: number | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether unready nodes are tainted NoExecute.' })
  enableTaintManager?: boolean | null;
  @Field(() => Duration, {
    nullable: true,
    description: 'Without taint manager: time after which pods of an unready node are deleted.',
  })
  podEvictionTimeout?: string | null;
  @Field(() => String, { nullable: true, description: '`refresh` or `duplicate`.' })
  requeue?: string | null;
  @Field(() => String, { nullable: true, description: '`keep` or `min`.' })
  timerRecompute?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether nodes with names of masters are not counted in their zone.',
  })
  excludeMasterByName?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether evicted pods get the condition DisruptionTarget.' })
  disruptionTargetCondition?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of the configuration.' })
export class NodeHealthPayload extends MutationPayload {
  @Field(() => NodeHealth, { nullable: true, description: 'The resulting configuration.' })
  nodeHealth?: unknown;
}
