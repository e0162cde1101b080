import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { LabelMap } from '../scalars/key-values';
import { DateTime, Int64, Json } from '../scalars/scalars';

@ObjectType({ description: 'Says which object another object belongs to.' })
export class OwnerReference {
  @Field(() => String, { description: 'Group and version of the owner.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind of the owner.' })
  kind!: string;
  @Field(() => String, { description: 'Name of the owner, in the same namespace or cluster-scoped.' })
  name!: string;
  @Field(() => ID, { description: 'Uid of the owner: a later object of the same name is another one.' })
  uid!: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether the owner manages the object; at most one does.' })
  controller?: boolean;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the owner waits for the object in foreground deletion.',
  })
  blockOwnerDeletion?: boolean;
}

@ObjectType({ description: 'What every object says about itself.' })
export class ObjectMeta {
  @Field(() => String, { description: 'Name, unique within kind and namespace.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Namespace; none for cluster-scoped objects.' })
  namespace?: string;
  @Field(() => String, { nullable: true, description: 'Prefix from which the server made the name.' })
  generateName?: string;
  @Field(() => ID, { description: 'Tells the object from earlier and later ones of the same name.' })
  uid!: string;
  @Field(() => String, { description: 'Revision of the cluster at which the object was last written.' })
  resourceVersion!: string;
  @Field(() => Int64, { nullable: true, description: 'Counts the changes of what is asked for (spec).' })
  generation?: number;
  @Field(() => DateTime, { description: 'When the object was created, in cluster time.' })
  creationTimestamp!: string;
  @Field(() => DateTime, { nullable: true, description: 'When the object goes, once its deletion was asked for.' })
  deletionTimestamp?: string;
  @Field(() => Int64, { nullable: true, description: 'Seconds the object was given to end.' })
  deletionGracePeriodSeconds?: number;
  @Field(() => LabelMap, { description: 'Labels, by which objects are selected.' })
  labels!: Record<string, string>;
  @Field(() => LabelMap, { description: 'Annotations: notes of clients, not selectable.' })
  annotations!: Record<string, string>;
  @Field(() => [String], { description: 'Who must let go before the object can be removed.' })
  finalizers!: string[];
  @Field(() => [OwnerReference], { description: 'The objects that this one belongs to.' })
  ownerReferences!: OwnerReference[];
  @Field(() => [Json], { description: 'Which manager owns which fields, as in the Kubernetes API.' })
  managedFields!: unknown[];
}

@ObjectType({ description: 'A statement about the state of an object, with the time since which it holds.' })
export class Condition {
  @Field(() => String, { description: 'What the statement is about, such as Ready.' })
  type!: string;
  @Field(() => String, { description: 'True, False or Unknown.' })
  status!: string;
  @Field(() => String, { nullable: true, description: 'Why, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Why, for people.' })
  message?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the status last changed.' })
  lastTransitionTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the condition was last updated.' })
  lastUpdateTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the kubelet last said so.' })
  lastHeartbeatTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the condition was last looked at.' })
  lastProbeTime?: string;
  @Field(() => Int64, { nullable: true, description: 'Generation of the object that the statement is about.' })
  observedGeneration?: number;
}

@ObjectType({ description: 'Resources, as amounts that can be calculated with.' })
export class ResourceTotals {
  @Field(() => Int64, { description: 'CPU in thousandths of a core.' })
  cpuMillis!: bigint;
  @Field(() => Int64, { description: 'Memory in bytes.' })
  memoryBytes!: bigint;
  @Field(() => Int64, { description: 'Local storage in bytes.' })
  ephemeralStorageBytes!: bigint;
  @Field(() => Int, { description: 'Number of pods.' })
  pods!: number;
  @Field(() => Json, { description: 'Every resource by name, as a text in whole units (cpu in thousandths).' })
  all!: Record<string, string>;
}

@InputType({ description: 'A requirement on one label.' })
export class LabelRequirementInput {
  @Field(() => String, { description: 'Key of the label.' })
  key!: string;
  @Field(() => String, { description: 'In, NotIn, Exists or DoesNotExist.' })
  operator!: string;
  @Field(() => [String], { nullable: true, description: 'The values for In and NotIn.' })
  values?: string[] | null;
}

@InputType({ description: 'Selects by labels, as a structure instead of a text; everything given must hold.' })
export class LabelSelectorInput {
  @Field(() => LabelMap, { nullable: true, description: 'Labels with exactly these values.' })
  matchLabels?: Record<string, string> | null;
  @Field(() => [LabelRequirementInput], { nullable: true, description: 'Further requirements.' })
  matchExpressions?: LabelRequirementInput[] | null;
}
