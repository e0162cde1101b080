import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Condition } from '../resources/metadata';
import { Resource } from '../resources/resource';
import { DateTime, Int64, Json, LabelMap } from '../scalars/scalars';
import { Container, ContainerStatus } from './container-types';
import { PodPhase, QosClass, RestartPolicy, TaintEffect, TolerationOperator } from './pod-words';

@ObjectType({ description: 'Lets a pod stay on, or go to, nodes with a taint.' })
export class Toleration {
  @Field(() => String, { nullable: true, description: 'Key of the taints; none: all keys.' })
  key?: string;
  @Field(() => TolerationOperator, { nullable: true, description: 'How the value is compared.' })
  operator?: string;
  @Field(() => String, { nullable: true, description: 'Value of the taints.' })
  value?: string;
  @Field(() => TaintEffect, { nullable: true, description: 'Effect of the taints; none: all effects.' })
  effect?: string;
  @Field(() => Int64, { nullable: true, description: 'How long the pod may stay; none: for ever.' })
  tolerationSeconds?: number;
}

@ObjectType({ description: 'Why a pod may not be placed yet.' })
export class PodSchedulingGate {
  @Field(() => String, { description: 'Name of the gate.' })
  name!: string;
}

@ObjectType({ description: 'What is asked of a pod.' })
export class PodSpec {
  @Field(() => String, { nullable: true, description: 'The node it is placed on.' })
  nodeName?: string;
  @Field(() => String, { nullable: true, description: 'The scheduler that places it.' })
  schedulerName?: string;
  @Field(() => RestartPolicy, { nullable: true, description: 'When its containers are started again.' })
  restartPolicy?: string;
  @Field(() => Int64, { nullable: true, description: 'How long it gets to end.' })
  terminationGracePeriodSeconds?: number;
  @Field(() => Int64, { nullable: true, description: 'How long it may run.' })
  activeDeadlineSeconds?: number;
  @Field(() => [Container], { description: 'Its containers.' })
  containers!: Container[];
  @Field(() => [Container], { description: 'Containers that run before, or beside, the others.' })
  initContainers!: Container[];
  @Field(() => LabelMap, { description: 'Labels that its node must have.' })
  nodeSelector!: Record<string, string>;
  @Field(() => Json, { nullable: true, description: 'Which nodes and neighbours it wants or shuns.' })
  affinity?: unknown;
  @Field(() => [Toleration], { description: 'The taints it tolerates.' })
  tolerations!: Toleration[];
  @Field(() => [Json], { description: 'How evenly it is to be spread.' })
  topologySpreadConstraints!: unknown[];
  @Field(() => [PodSchedulingGate], { description: 'Why it may not be placed yet.' })
  schedulingGates!: PodSchedulingGate[];
  @Field(() => [Json], { description: 'Its volumes.' })
  volumes!: unknown[];
  @Field(() => Json, { nullable: true, description: 'What it costs beyond its containers.' })
  overhead?: unknown;
  @Field(() => Int, { nullable: true, description: 'Its priority.' })
  priority?: number;
  @Field(() => String, { nullable: true, description: 'Name of its priority class.' })
  priorityClassName?: string;
  @Field(() => String, { nullable: true, description: 'PreemptLowerPriority or Never.' })
  preemptionPolicy?: string;
  @Field(() => String, { nullable: true, description: 'The identity of its programs.' })
  serviceAccountName?: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether it uses the node’s network.' })
  hostNetwork?: boolean;
}

@ObjectType({ description: 'The state of a pod.' })
export class PodStatus {
  @Field(() => PodPhase, { nullable: true, description: 'Where it is in its life.' })
  phase?: string;
  @Field(() => String, { nullable: true, description: 'Why it is as it is, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Why it is as it is, for people.' })
  message?: string;
  @Field(() => QosClass, { nullable: true, description: 'How safe it is when its node runs out of memory.' })
  qosClass?: QosClass;
  @Field(() => String, { nullable: true, description: 'Address of the pod.' })
  podIP?: string;
  @Field(() => String, { nullable: true, description: 'Address of its node.' })
  hostIP?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the kubelet took it.' })
  startTime?: string;
  @Field(() => String, { nullable: true, description: 'The node on which room is being made for it.' })
  nominatedNodeName?: string;
  @Field(() => [Condition], { description: 'What holds of the pod.' })
  conditions!: Condition[];
  @Field(() => [ContainerStatus], { description: 'State of its containers.' })
  containerStatuses!: ContainerStatus[];
  @Field(() => [ContainerStatus], { description: 'State of its init containers.' })
  initContainerStatuses!: ContainerStatus[];
}

@ObjectType({ implements: () => [Resource], description: 'Containers that run together on one node.' })
export class Pod extends Resource {
  @Field(() => PodSpec, { nullable: true, description: 'What is asked for.' })
  spec?: PodSpec;
  @Field(() => PodStatus, { nullable: true, description: 'What is.' })
  status?: PodStatus;
}
