import { Field, InputType, Int } from '@nestjs/graphql';
import { WriteInput } from '../objects/mutation-inputs';
import { TaintEffect } from '../pods/pod-enums';
import { LabelMap, ResourceList } from '../scalars/key-values';
import { Int64 } from '../scalars/scalars';

@InputType({ isAbstract: true })
export abstract class NodeNameInput extends WriteInput {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
}

@InputType({ description: 'The node to cordon.' })
export class CordonNodeInput extends NodeNameInput {}

@InputType({ description: 'The node to uncordon.' })
export class UncordonNodeInput extends NodeNameInput {}

@InputType({ description: 'The node to delete.' })
export class RemoveNodeInput extends NodeNameInput {}

@InputType({ description: 'A taint of new nodes.' })
export class NewTaintInput {
  @Field(() => String, { description: 'Key of the taint.' })
  key!: string;
  @Field(() => String, { nullable: true, description: 'Value of the taint.' })
  value?: string | null;
  @Field(() => TaintEffect, { description: 'Effect of the taint.' })
  effect!: TaintEffect;
}

@InputType({ description: 'A taint to add to a node.' })
export class AddTaintInput extends NodeNameInput {
  @Field(() => String, { description: 'Key of the taint.' })
  key!: string;
  @Field(() => String, { nullable: true, description: 'Value of the taint.' })
  value?: string | null;
  @Field(() => TaintEffect, { description: 'Effect of the taint.' })
  effect!: TaintEffect;
}

@InputType({ description: 'The taints to remove from a node.' })
export class RemoveTaintInput extends NodeNameInput {
  @Field(() => String, { description: 'Key of the taints.' })
  key!: string;
  @Field(() => TaintEffect, { nullable: true, description: 'Effect of the taint; all effects if absent.' })
  effect?: TaintEffect | null;
}

@InputType({ description: 'Simulated nodes to add.' })
export class AddNodesInput extends WriteInput {
  @Field(() => String, {
    description: 'Name; for several nodes `{index}` in it is replaced by the number, which is otherwise appended.',
  })
  name!: string;
  @Field(() => Int, { nullable: true, description: 'Number of nodes (1-1000, default 1).' })
  count?: number | null;
  @Field(() => Int, { nullable: true, description: 'Number of the first node (default 1).' })
  firstIndex?: number | null;
  @Field(() => [String], { nullable: true, description: 'Zones, assigned to the nodes in turn.' })
  zones?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Region.' })
  region?: string | null;
  @Field(() => String, { nullable: true, description: 'Instance type.' })
  instanceType?: string | null;
  @Field(() => ResourceList, {
    nullable: true,
    description: 'Capacity by resource, added to the default of 4 CPU, 16Gi memory, 100Gi storage and 110 pods.',
  })
  capacity?: Record<string, unknown> | null;
  @Field(() => ResourceList, {
    nullable: true,
    description: 'Allocatable resources (default: the capacity).',
  })
  allocatable?: Record<string, unknown> | null;
  @Field(() => LabelMap, { nullable: true, description: 'Additional labels.' })
  labels?: Record<string, string> | null;
  @Field(() => LabelMap, { nullable: true, description: 'Additional annotations.' })
  annotations?: Record<string, string> | null;
  @Field(() => [NewTaintInput], { nullable: true, description: 'Taints.' })
  taints?: NewTaintInput[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether the nodes are unschedulable from the start.' })
  unschedulable?: boolean | null;
}

@InputType({ description: 'A node to drain.' })
export class DrainNodeInput extends NodeNameInput {
  @Field(() => Boolean, { nullable: true, description: 'Also evicts pods without a controller.' })
  force?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Ignores pods of DaemonSets instead of refusing the drain.',
  })
  ignoreDaemonSets?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Also evicts pods with emptyDir volumes, whose data is lost.' })
  deleteEmptyDirData?: boolean | null;
  @Field(() => Int64, {
    nullable: true,
    description: 'Grace period of the pods in seconds (default: their own).',
  })
  gracePeriodSeconds?: number | null;
  @Field(() => String, { nullable: true, description: 'Label selector of the pods to evict.' })
  podSelector?: string | null;
}
