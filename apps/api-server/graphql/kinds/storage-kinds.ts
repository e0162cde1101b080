import { Field, ObjectType } from '@nestjs/graphql';
import { LabelSelector, ObjectReference } from '../resources/metadata';
import { Resource } from '../resources/resource';
import { Json, LabelMap } from '../scalars/scalars';

@ObjectType({ description: 'What a persistent volume is.' })
export class PersistentVolumeSpec {
  @Field(() => LabelMap, { description: 'How much it holds.' })
  capacity!: Record<string, string>;
  @Field(() => [String], { description: 'How it may be mounted.' })
  accessModes!: string[];
  @Field(() => String, {
    nullable: true,
    description: 'What becomes of it after its claim: Retain, Delete or Recycle.',
  })
  persistentVolumeReclaimPolicy?: string;
  @Field(() => String, { nullable: true, description: 'The name of its class.' })
  storageClassName?: string;
  @Field(() => String, { nullable: true, description: 'Filesystem or Block.' })
  volumeMode?: string;
  @Field(() => ObjectReference, { nullable: true, description: 'The claim that it is kept for.' })
  claimRef?: ObjectReference;
  @Field(() => Json, { nullable: true, description: 'From which nodes it can be reached.' })
  nodeAffinity?: unknown;
  @Field(() => Json, { nullable: true, description: 'The volume of a storage driver behind it.' })
  csi?: unknown;
  @Field(() => Json, { nullable: true, description: 'The directory of a node behind it, mounted as it is.' })
  local?: unknown;
  @Field(() => Json, { nullable: true, description: 'The directory of a node behind it.' })
  hostPath?: unknown;
  @Field(() => Json, { nullable: true, description: 'The NFS export behind it.' })
  nfs?: unknown;
}

@ObjectType({ description: 'Where a persistent volume is in its life.' })
export class PersistentVolumeStatus {
  @Field(() => String, { nullable: true, description: 'Pending, Available, Bound, Released or Failed.' })
  phase?: string;
  @Field(() => String, { nullable: true, description: 'Why, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Why, for people.' })
  message?: string;
}

@ObjectType({ implements: () => [Resource], description: 'A piece of storage in the cluster.' })
export class PersistentVolume extends Resource {
  @Field(() => PersistentVolumeSpec, { nullable: true, description: 'What it is.' })
  spec?: PersistentVolumeSpec;
  @Field(() => PersistentVolumeStatus, { nullable: true, description: 'Where it is in its life.' })
  status?: PersistentVolumeStatus;
}

@ObjectType({ description: 'What a claim asks for.' })
export class PersistentVolumeClaimSpec {
  @Field(() => [String], { description: 'How the volume shall be mounted.' })
  accessModes!: string[];
  @Field(() => Json, { nullable: true, description: 'How much the volume shall hold.' })
  resources?: unknown;
  @Field(() => String, { nullable: true, description: 'The name of the class of the volume.' })
  storageClassName?: string;
  @Field(() => String, { nullable: true, description: 'Filesystem or Block.' })
  volumeMode?: string;
  @Field(() => String, { nullable: true, description: 'The volume that the claim has.' })
  volumeName?: string;
  @Field(() => LabelSelector, { nullable: true, description: 'Labels of the volume.' })
  selector?: LabelSelector;
}

@ObjectType({ description: 'What a claim has got.' })
export class PersistentVolumeClaimStatus {
  @Field(() => String, { nullable: true, description: 'Pending, Bound or Lost.' })
  phase?: string;
  @Field(() => LabelMap, { description: 'How much the volume holds.' })
  capacity!: Record<string, string>;
  @Field(() => [String], { description: 'How the volume may be mounted.' })
  accessModes!: string[];
}

@ObjectType({ implements: () => [Resource], description: 'A wish for storage, and the volume that fulfils it.' })
export class PersistentVolumeClaim extends Resource {
  @Field(() => PersistentVolumeClaimSpec, { nullable: true, description: 'What is asked for.' })
  spec?: PersistentVolumeClaimSpec;
  @Field(() => PersistentVolumeClaimStatus, { nullable: true, description: 'What the claim has got.' })
  status?: PersistentVolumeClaimStatus;
}

@ObjectType({ implements: () => [Resource], description: 'A kind of storage, and who makes volumes of it.' })
export class StorageClass extends Resource {
  @Field(() => String, { description: 'Who makes the volumes.' })
  provisioner!: string;
  @Field(() => LabelMap, { description: 'What the provisioner is told.' })
  parameters!: Record<string, string>;
  @Field(() => String, { nullable: true, description: 'What becomes of volumes after their claims: Delete or Retain.' })
  reclaimPolicy?: string;
  @Field(() => String, {
    nullable: true,
    description: 'When claims get a volume: at once (Immediate), or with their first pod (WaitForFirstConsumer).',
  })
  volumeBindingMode?: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether claims may grow.' })
  allowVolumeExpansion?: boolean;
  @Field(() => [Json], { description: 'Where volumes may be made.' })
  allowedTopologies!: unknown[];
}

@ObjectType({ description: 'What one storage driver says of a node.' })
export class CSINodeDriver {
  @Field(() => String, { description: 'The driver.' })
  name!: string;
  @Field(() => String, { description: 'The name of the node to the driver.' })
  nodeID!: string;
  @Field(() => [String], { description: 'Labels by which the driver says where volumes can be reached.' })
  topologyKeys!: string[];
  @Field(() => Json, { nullable: true, description: 'How many volumes the driver can attach.' })
  allocatable?: unknown;
}

@ObjectType({ description: 'What storage drivers say of a node.' })
export class CSINodeSpec {
  @Field(() => [CSINodeDriver], { description: 'The drivers of the node.' })
  drivers!: CSINodeDriver[];
}

@ObjectType({ implements: () => [Resource], description: 'The storage drivers of a node.' })
export class CSINode extends Resource {
  @Field(() => CSINodeSpec, { nullable: true, description: 'What they say of the node.' })
  spec?: CSINodeSpec;
}

@ObjectType({ description: 'What a storage driver needs of the cluster.' })
export class CSIDriverSpec {
  @Field(() => Boolean, { nullable: true, description: 'Whether volumes are attached before they are mounted.' })
  attachRequired?: boolean;
  @Field(() => Boolean, { nullable: true, description: 'Whether the driver says how much storage it has left.' })
  storageCapacity?: boolean;
  @Field(() => [String], { description: 'Lives of volumes that the driver supports.' })
  volumeLifecycleModes!: string[];
}

@ObjectType({ implements: () => [Resource], description: 'A storage driver.' })
export class CSIDriver extends Resource {
  @Field(() => CSIDriverSpec, { nullable: true, description: 'What it needs of the cluster.' })
  spec?: CSIDriverSpec;
}

@ObjectType({ implements: () => [Resource], description: 'How much storage a driver has left in some place.' })
export class CSIStorageCapacity extends Resource {
  @Field(() => String, { description: 'The class of the storage.' })
  storageClassName!: string;
  @Field(() => LabelSelector, { nullable: true, description: 'The nodes from which it can be reached.' })
  nodeTopology?: LabelSelector;
  @Field(() => String, { nullable: true, description: 'How much is left.' })
  capacity?: string;
  @Field(() => String, { nullable: true, description: 'How large one volume may be.' })
  maximumVolumeSize?: string;
}

@ObjectType({ description: 'Which volume is attached where.' })
export class VolumeAttachmentSpec {
  @Field(() => String, { description: 'The driver.' })
  attacher!: string;
  @Field(() => String, { description: 'The node.' })
  nodeName!: string;
  @Field(() => Json, { description: 'The volume.' })
  source!: unknown;
}

@ObjectType({ description: 'Whether a volume is attached.' })
export class VolumeAttachmentStatus {
  @Field(() => Boolean, { nullable: true, description: 'Whether it is.' })
  attached?: boolean;
  @Field(() => Json, { nullable: true, description: 'Why it could not be attached.' })
  attachError?: unknown;
  @Field(() => Json, { nullable: true, description: 'Why it could not be detached.' })
  detachError?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'A volume that is attached to a node, or is to be.' })
export class VolumeAttachment extends Resource {
  @Field(() => VolumeAttachmentSpec, { nullable: true, description: 'What is asked for.' })
  spec?: VolumeAttachmentSpec;
  @Field(() => VolumeAttachmentStatus, { nullable: true, description: 'What is.' })
  status?: VolumeAttachmentStatus;
}
