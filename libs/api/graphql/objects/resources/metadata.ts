import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { LabelMap } from '../../values/scalars/key-values';
import { DateTime, Int64, Json } from '../../values/scalars/scalars';

@ObjectType({ description: 'Reference to the owner of an object.' })
export class OwnerReference {
  @Field(() => String, { description: 'API version of the owner.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind of the owner.' })
  kind!: string;
  @Field(() => String, { description: 'Name of the owner, in the same namespace or cluster-scoped.' })
  name!: string;
  @Field(() => ID, { description: 'UID of the owner.' })
  uid!: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether the owner is the managing controller.' })
  controller?: boolean;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether foreground deletion of the owner waits for the object.',
  })
  blockOwnerDeletion?: boolean;
}

@ObjectType({ description: 'Metadata of an object.' })
export class ObjectMeta {
  @Field(() => String, { description: 'Name, unique within kind and namespace.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Namespace; null for cluster-scoped objects.' })
  namespace?: string;
  @Field(() => String, { nullable: true, description: 'Prefix of a generated name.' })
  generateName?: string;
  @Field(() => ID, { description: 'Unique identifier of the object.' })
  uid!: string;
  @Field(() => String, { description: 'Revision of the cluster at which the object was last written.' })
  resourceVersion!: string;
  @Field(() => Int64, { nullable: true, description: 'Generation of the desired state.' })
  generation?: number;
  @Field(() => DateTime, { description: 'Creation time, in cluster time.' })
  creationTimestamp!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the object will be deleted, once its deletion was requested.',
  })
  deletionTimestamp?: string;
  @Field(() => Int64, { nullable: true, description: 'Grace period of the deletion, in seconds.' })
  deletionGracePeriodSeconds?: number;
  @Field(() => LabelMap, { description: 'Labels.' })
  labels!: Record<string, string>;
  @Field(() => LabelMap, { description: 'Annotations.' })
  annotations!: Record<string, string>;
  @Field(() => [String], { description: 'Finalizers that must be removed before the object is deleted.' })
  finalizers!: string[];
  @Field(() => [OwnerReference], { description: 'Owners of the object.' })
  ownerReferences!: OwnerReference[];
  @Field(() => [Json], { description: 'Ownership of fields by managers, as in the Kubernetes API.' })
  managedFields!: unknown[];
}

@ObjectType({ description: 'A condition of an object.' })
export class Condition {
  @Field(() => String, { description: 'Type of the condition, such as Ready.' })
  type!: string;
  @Field(() => String, { description: 'True, False or Unknown.' })
  status!: string;
  @Field(() => String, { nullable: true, description: 'Reason in CamelCase.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Human-readable message.' })
  message?: string;
  @Field(() => DateTime, { nullable: true, description: 'Time of the last change of the status.' })
  lastTransitionTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'Time of the last update of the condition.' })
  lastUpdateTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'Time of the last heartbeat of the kubelet.' })
  lastHeartbeatTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'Time of the last probe.' })
  lastProbeTime?: string;
  @Field(() => Int64, { nullable: true, description: 'Generation of the object to which the condition refers.' })
  observedGeneration?: number;
}

@ObjectType({ description: 'Total amounts of resources.' })
export class ResourceTotals {
  @Field(() => Int64, { description: 'CPU in millicores.' })
  cpuMillis!: bigint;
  @Field(() => Int64, { description: 'Memory in bytes.' })
  memoryBytes!: bigint;
  @Field(() => Int64, { description: 'Ephemeral storage in bytes.' })
  ephemeralStorageBytes!: bigint;
  @Field(() => Int, { description: 'Number of pods.' })
  pods!: number;
  @Field(() => Json, { description: 'All resources by name, as strings in whole units (CPU in millicores).' })
  all!: Record<string, string>;
}

@InputType({ description: 'A requirement on one label.' })
export class LabelRequirementInput {
  @Field(() => String, { description: 'Key of the label.' })
  key!: string;
  @Field(() => String, { description: 'In, NotIn, Exists or DoesNotExist.' })
  operator!: string;
  @Field(() => [String], { nullable: true, description: 'Values for In and NotIn.' })
  values?: string[] | null;
}

@InputType({ description: 'Label selector as a structure: all requirements must match.' })
export class LabelSelectorInput {
  @Field(() => LabelMap, { nullable: true, description: 'Labels with exactly these values.' })
  matchLabels?: Record<string, string> | null;
  @Field(() => [LabelRequirementInput], { nullable: true, description: 'Further requirements.' })
  matchExpressions?: LabelRequirementInput[] | null;
}
