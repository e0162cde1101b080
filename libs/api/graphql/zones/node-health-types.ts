import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Duration } from '../scalars/scalars';

@ObjectType({ description: 'How the node-lifecycle controller of the cluster is set.' })
export class NodeHealth {
  @Field(() => Duration, { description: 'Period of its passes.' })
  nodeMonitorPeriod!: string;
  @Field(() => Duration, { description: 'How long a node may be silent.' })
  nodeMonitorGracePeriod!: string;
  @Field(() => Duration, { description: 'How long a new node may be silent.' })
  nodeStartupGracePeriod!: string;
  @Field(() => Float, { description: 'Nodes a second of a zone that may be evicted.' })
  nodeEvictionRate!: number;
  @Field(() => Float, { description: 'The same in a large zone that is partially disrupted.' })
  secondaryNodeEvictionRate!: number;
  @Field(() => Int, { description: 'A zone with more nodes than this is large.' })
  largeClusterSizeThreshold!: number;
  @Field(() => Float, { description: 'Share of nodes that are not ready from which a zone is partially disrupted.' })
  unhealthyZoneThreshold!: number;
  @Field(() => Boolean, { description: 'Whether nodes are tainted NoExecute, so that tolerations count.' })
  enableTaintManager!: boolean;
  @Field(() => Duration, { description: 'Without a taint manager: how long a node may be lost until its pods go.' })
  podEvictionTimeout!: string;
  @Field(() => String, { description: 'How waiting nodes are queued again: `refresh` or `duplicate`.' })
  requeue!: string;
  @Field(() => String, { description: 'What another taint does to a running timer: `keep` or `min`.' })
  timerRecompute!: string;
  @Field(() => Boolean, { description: 'Whether nodes named like masters do not count in their zone.' })
  excludeMasterByName!: boolean;
  @Field(() => Boolean, { description: 'Whether evicted pods get the condition DisruptionTarget.' })
  disruptionTargetCondition!: boolean;
}

const UNSET = 'null puts it back to what the generation has';

@InputType({ description: `What is to be set; what is not given stays, ${UNSET}.` })
export class SetNodeHealthInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => Duration, { nullable: true, description: 'Period of the passes.' })
  nodeMonitorPeriod?: string | null;
  @Field(() => Duration, { nullable: true, description: 'How long a node may be silent.' })
  nodeMonitorGracePeriod?: string | null;
  @Field(() => Duration, { nullable: true, description: 'How long a new node may be silent.' })
  nodeStartupGracePeriod?: string | null;
  @Field(() => Float, { nullable: true, description: 'Nodes a second of a zone that may be evicted.' })
  nodeEvictionRate?: number | null;
  @Field(() => Float, { nullable: true, description: 'The same in a large zone that is partially disrupted.' })
  secondaryNodeEvictionRate?: number | null;
  @Field(() => Int, { nullable: true, description: 'A zone with more nodes than this is large.' })
  largeClusterSizeThreshold?: number | null;
  @Field(() => Float, { nullable: true, description: 'Share from which a zone is partially disrupted, 0 to 1.' })
  unhealthyZoneThreshold?: number | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether nodes are tainted NoExecute.' })
  enableTaintManager?: boolean | null;
  @Field(() => Duration, { nullable: true, description: 'Without a taint manager: how long a node may be lost.' })
  podEvictionTimeout?: string | null;
  @Field(() => String, { nullable: true, description: '`refresh` or `duplicate`.' })
  requeue?: string | null;
  @Field(() => String, { nullable: true, description: '`keep` or `min`.' })
  timerRecompute?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether nodes named like masters do not count.' })
  excludeMasterByName?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether evicted pods get the condition DisruptionTarget.' })
  disruptionTargetCondition?: boolean | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of the settings.' })
export class NodeHealthPayload extends MutationPayload {
  @Field(() => NodeHealth, { nullable: true, description: 'What holds now.' })
  nodeHealth?: unknown;
}
