import { Field, Float, ObjectType } from '@nestjs/graphql';
import { DateTime, Duration } from '../../values/scalars/scalars';

@ObjectType({ description: 'Usage of a node: its pods and its system daemons together.' })
export class NodeUsage {
  @Field(() => String, { description: 'Name of the node.' })
  nodeName!: string;
  @Field(() => Float, { description: 'CPU, in millicores.' })
  cpuMillis!: number;
  @Field(() => Float, { description: 'Memory, in bytes.' })
  memoryBytes!: number;
}

@ObjectType({ description: 'A threshold of the kubelet: with less left than this, it acts.' })
export class EvictionThreshold {
  @Field(() => Float, { description: 'Amount that must be left, in the unit of the signal.' })
  amount!: number;
  @Field(() => Duration, {
    description: 'Duration for which it must be met before pods are evicted; zero for hard thresholds.',
  })
  gracePeriod!: string;
  @Field(() => Boolean, { description: 'Whether less is left.' })
  isMet!: boolean;
}

@ObjectType({ description: 'Remaining amount of a signal that a kubelet watches.' })
export class EvictionSignal {
  @Field(() => String, { description: 'Name of the signal, as in the configuration of kubelets: `memory.available`.' })
  name!: string;
  @Field(() => Float, {
    description: 'Remaining amount, in bytes, inodes or processes; below zero if more is used than there is.',
  })
  available!: number;
  @Field(() => Float, { description: 'Capacity, in the same unit.' })
  capacity!: number;
  @Field(() => String, { description: 'Condition of the node that its thresholds bring about.' })
  condition!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Since when the condition is True, in cluster time; null if it is not.',
  })
  conditionSince?: string;
  @Field(() => [EvictionThreshold], { description: 'Thresholds of the signal.' })
  thresholds!: readonly EvictionThreshold[];
}

@ObjectType({ description: 'Usage of a node at one moment.' })
export class NodeUsagePoint {
  @Field(() => DateTime, { description: 'Cluster time.' })
  time!: string;
  @Field(() => Float, { description: 'CPU, in millicores.' })
  cpuMillis!: number;
  @Field(() => Float, { description: 'Memory, in bytes.' })
  memoryBytes!: number;
  @Field(() => [EvictionSignal], { description: 'Remaining amounts of the signals that the kubelet watches.' })
  signals!: readonly EvictionSignal[];
}
