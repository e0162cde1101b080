import type { Node, PersistentVolume, Volume } from '@orrery/api-types';

/** Kind of cloud disk with a limit per machine. */
export interface DiskKind {
  /** Provisioner of classes whose volumes are of this kind. */
  readonly provisioner: string;
  /** Resource under which a node may report the number it can hold. */
  readonly allocatable: string;
  /** Returns the number that a node holds if it reports none. */
  defaultLimit(node: Node): number;
  /** The disk's identity; undefined for volumes of other kinds. */
  diskOf(source: Volume | NonNullable<PersistentVolume['spec']>): string | undefined;
}

const INSTANCE_TYPE_LABELS = ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'];
/** Machines whose network cards take up some of the places for disks. As v1.20.2 `EBSNitroLimitRegex`. */
const NITRO = /^[cmr]5.*|t3|z1d/;

export const EBS_DISK: DiskKind = {
  provisioner: 'kubernetes.io/aws-ebs',
  allocatable: 'attachable-volumes-aws-ebs',
  defaultLimit: ({ metadata }) => {
    const type = INSTANCE_TYPE_LABELS.map((label) => metadata.labels?.[label]).find(Boolean) ?? '';
    return NITRO.test(type) ? 25 : 39;
  },
  diskOf: (source) => source.awsElasticBlockStore?.volumeID,
};

export const GCE_DISK: DiskKind = {
  provisioner: 'kubernetes.io/gce-pd',
  allocatable: 'attachable-volumes-gce-pd',
  defaultLimit: () => 16,
  diskOf: (source) => source.gcePersistentDisk?.pdName,
};

export const AZURE_DISK: DiskKind = {
  provisioner: 'kubernetes.io/azure-disk',
  allocatable: 'attachable-volumes-azure-disk',
  defaultLimit: () => 16,
  diskOf: (source) => source.azureDisk?.diskName,
};

export const CINDER_DISK: DiskKind = {
  provisioner: 'kubernetes.io/cinder',
  allocatable: 'attachable-volumes-cinder',
  defaultLimit: () => 256,
  diskOf: (source) => source.cinder?.volumeID,
};
