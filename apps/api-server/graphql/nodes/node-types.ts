import { Field, Float, ObjectType } from '@nestjs/graphql';
import { TaintEffect } from '../pods/pod-words';
import { Condition } from '../resources/metadata';
import { Resource } from '../resources/resource';
import { DateTime, Json } from '../scalars/scalars';

@ObjectType({ description: 'Keeps pods that do not tolerate it off a node.' })
export class Taint {
  @Field(() => String, { description: 'Key of the taint.' })
  key!: string;
  @Field(() => String, { nullable: true, description: 'Value of the taint.' })
  value?: string;
  @Field(() => TaintEffect, { nullable: true, description: 'What it does.' })
  effect?: string;
  @Field(() => DateTime, { nullable: true, description: 'Since when, for NO_EXECUTE.' })
  timeAdded?: string;
}

@ObjectType({ description: 'What is asked of a node.' })
export class NodeSpec {
  @Field(() => Boolean, { nullable: true, description: 'Whether new pods are kept off it (cordoned).' })
  unschedulable?: boolean;
  @Field(() => [Taint], { description: 'Its taints.' })
  taints!: Taint[];
  @Field(() => String, { nullable: true, description: 'Addresses of its pods.' })
  podCIDR?: string;
  @Field(() => String, { nullable: true, description: 'Its name at the provider.' })
  providerID?: string;
}

@ObjectType({ description: 'An address of a node.' })
export class NodeAddress {
  @Field(() => String, { description: 'InternalIP, Hostname, ExternalIP and the like.' })
  type!: string;
  @Field(() => String, { description: 'The address.' })
  address!: string;
}

@ObjectType({ description: 'What runs a node.' })
export class NodeSystemInfo {
  @Field(() => String, { nullable: true, description: 'Version of the kubelet.' })
  kubeletVersion?: string;
  @Field(() => String, { nullable: true, description: 'Operating system.' })
  operatingSystem?: string;
  @Field(() => String, { nullable: true, description: 'Processor architecture.' })
  architecture?: string;
  @Field(() => String, { nullable: true, description: 'Image of the operating system.' })
  osImage?: string;
  @Field(() => String, { nullable: true, description: 'Version of the kernel.' })
  kernelVersion?: string;
  @Field(() => String, { nullable: true, description: 'Version of the container runtime.' })
  containerRuntimeVersion?: string;
}

@ObjectType({ description: 'The state of a node.' })
export class NodeStatus {
  @Field(() => Json, { nullable: true, description: 'What it has, by resource.' })
  capacity?: Record<string, string>;
  @Field(() => Json, { nullable: true, description: 'What pods may use of it, by resource.' })
  allocatable?: Record<string, string>;
  @Field(() => [Condition], { description: 'What holds of the node.' })
  conditions!: Condition[];
  @Field(() => [NodeAddress], { description: 'Its addresses.' })
  addresses!: NodeAddress[];
  @Field(() => NodeSystemInfo, { nullable: true, description: 'What runs it.' })
  nodeInfo?: NodeSystemInfo;
  @Field(() => [Json], { description: 'Images that it has.' })
  images!: unknown[];
}

@ObjectType({ description: 'How much of a node’s allocatable resources its pods request.' })
export class Utilization {
  @Field(() => Float, { description: 'CPU in percent.' })
  cpuPercent!: number;
  @Field(() => Float, { description: 'Memory in percent.' })
  memoryPercent!: number;
  @Field(() => Float, { description: 'Number of pods in percent.' })
  podsPercent!: number;
}

@ObjectType({ implements: () => [Resource], description: 'A machine of the cluster, with a simulated kubelet.' })
export class Node extends Resource {
  @Field(() => NodeSpec, { nullable: true, description: 'What is asked for.' })
  spec?: NodeSpec;
  @Field(() => NodeStatus, { nullable: true, description: 'What is.' })
  status?: NodeStatus;
}
