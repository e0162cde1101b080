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

@InputType({ description: 'A taint for new nodes.' })
export class NewTaintInput {
  @Field(() => String, { description: 'Key of the taint.' })
  key!: string;
  @Field(() => String, { nullable: true, description: 'Value of the taint.' })
  value?: string | null;
  @Field(() => TaintEffect, { description: 'What it does.' })
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
    description: 'Name; for many nodes `{index}` in it is their number, or the number is put behind.',
  })
  name!: string;
  @Field(() => Int, { nullable: true, description: 'How many, 1 to 1000; 1 if not given.' })
  count?: number | null;
  @Field(() => Int, { nullable: true, description: 'Number of the first one; 1 if not given.' })
  firstIndex?: number | null;
  @Field(() => [String], { nullable: true, description: 'Their zones, dealt out in turn.' })
  zones?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Their region.' })
  region?: string | null;
  @Field(() => String, { nullable: true, description: 'Their instance type.' })
  instanceType?: string | null;
  @Field(() => ResourceList, {
    nullable: true,
    description: 'What they have, by resource; added to 4 CPU, 16Gi, 100Gi and 110 pods.',
  })
  capacity?: Record<string, unknown> | null;
  @Field(() => ResourceList, {
    nullable: true,
    description: 'What pods may use, by resource; the capacity if not given.',
  })
  allocatable?: Record<string, unknown> | null;
  @Field(() => LabelMap, { nullable: true, description: 'Further labels.' })
  labels?: Record<string, string> | null;
  @Field(() => LabelMap, { nullable: true, description: 'Further annotations.' })
  annotations?: Record<string, string> | null;
  @Field(() => [NewTaintInput], { nullable: true, description: 'Their taints.' })
  taints?: NewTaintInput[] | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether they are cordoned from the start.' })
  unschedulable?: boolean | null;
}

@InputType({ description: 'A node to be emptied.' })
export class DrainNodeInput extends NodeNameInput {
  @Field(() => Boolean, { nullable: true, description: 'Evicts pods that nobody will replace, too.' })
  force?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Leaves pods of daemon sets where they are, instead of giving up.',
  })
  ignoreDaemonSets?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Evicts pods whose emptyDir volumes are lost by that, too.' })
  deleteEmptyDirData?: boolean | null;
  @Field(() => Int64, {
    nullable: true,
    description: 'How long the pods get to end; as they say themselves if not given.',
  })
  gracePeriodSeconds?: number | null;
  @Field(() => String, { nullable: true, description: 'Only pods with these labels.' })
  podSelector?: string | null;
}
