import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../../values/scalars/scalars';

@ObjectType({ description: 'A cluster at one moment of its past, and what happened on the way there.' })
export class MetricsPoint {
  @Field(() => DateTime, { description: 'Cluster time.' })
  time!: string;
  @Field(() => Int, { description: 'Number of nodes.' })
  nodes!: number;
  @Field(() => Int, { description: 'Nodes whose condition Ready is True.' })
  readyNodes!: number;
  @Field(() => Int, { description: 'Pods that have not ended.' })
  pods!: number;
  @Field(() => Int, { description: 'Pods in phase Running.' })
  runningPods!: number;
  @Field(() => Int, { description: 'Pods without a node that have not ended.' })
  waitingPods!: number;
  @Field(() => Float, { description: 'CPU that nodes offer, in millicores.' })
  allocatableCpuMillis!: number;
  @Field(() => Float, { description: 'CPU that pods on nodes request, in millicores.' })
  requestedCpuMillis!: number;
  @Field(() => Float, { description: 'Memory that nodes offer, in bytes.' })
  allocatableMemoryBytes!: number;
  @Field(() => Float, { description: 'Memory that pods on nodes request, in bytes.' })
  requestedMemoryBytes!: number;
  @Field(() => Int, { description: 'Pods that were given a node since the point before.' })
  placements!: number;
  @Field(() => Int, {
    description:
      'Pods that were evicted since the point before: they got the condition DisruptionTarget, or failed for the reason Evicted.',
  })
  evictions!: number;
}

@ObjectType({ description: 'Figures of a cluster over its time.' })
export class ClusterMetrics {
  @Field(() => [MetricsPoint], { description: 'Points at equal distances, oldest first.' })
  points!: readonly MetricsPoint[];
  @Field(() => Float, { description: 'Number of changes of pods and nodes that they were computed from.' })
  changes!: number;
}
