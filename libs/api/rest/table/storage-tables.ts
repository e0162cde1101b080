import {
  claimClassName,
  VolumeAnnotation,
  volumeClassName,
  type CSIDriver,
  type CSINode,
  type CSIStorageCapacity,
  type KubeObject,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
  type VolumeAttachment,
} from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, integer, NAME, tableOf, text, wide, type Column } from './table-kind';

const UNSET = '<unset>';
const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};
const STATUS = text('Status', 'Where it is in its life.');
const ATTRIBUTES_CLASS = text('VolumeAttributesClass', 'Class of attributes that may still be changed.');
const VOLUME_MODE = wide(text('VolumeMode', 'File system or raw device.'));
const truth = (name: string, description: string): Column => ({ ...text(name, description), type: 'boolean' });

export const PERSISTENT_VOLUME_TABLE = tableOf<PersistentVolume>(
  [
    NAME,
    text('Capacity', 'How much it holds.'),
    text('Access Modes', 'How it may be mounted.'),
    text('Reclaim Policy', 'What happens to it after its claim.'),
    STATUS,
    text('Claim', 'The claim that has it.'),
    text('StorageClass', 'Its class.'),
    ATTRIBUTES_CLASS,
    text('Reason', 'Why it is where it is.'),
    AGE,
    VOLUME_MODE,
  ],
  (volume, nowMs) => {
    const { metadata, spec, status } = volume;
    const { claimRef } = spec ?? {};
    return [
      metadata.name,
      (spec?.capacity as Record<string, string> | undefined)?.['storage'] ?? '0',
      formatModes(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      phaseOf(metadata, status?.phase),
      claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '',
      volumeClassName(volume),
      attributesClass(spec),
      status?.reason ?? '',
      ageSince(metadata.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ];
  },
);

export const PERSISTENT_VOLUME_CLAIM_TABLE = tableOf<PersistentVolumeClaim>(
  [
    NAME,
    STATUS,
    text('Volume', 'The volume that it has.'),
    text('Capacity', 'How much that holds.'),
    text('Access Modes', 'How it may be mounted.'),
    text('StorageClass', 'Its class.'),
    ATTRIBUTES_CLASS,
    AGE,
    VOLUME_MODE,
  ],
  (claim, nowMs) => {
    const { metadata, spec, status } = claim;
    const hasVolume = Boolean(spec?.volumeName);
    return [
      metadata.name,
      phaseOf(metadata, status?.phase),
      spec?.volumeName ?? '',
      hasVolume ? ((status?.capacity as Record<string, string> | undefined)?.['storage'] ?? '0') : '',
      hasVolume ? formatModes(status?.accessModes) : '',
      claimClassName(claim),
      attributesClass(spec),
      ageSince(metadata.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ];
  },
);

export const STORAGE_CLASS_TABLE = tableOf<StorageClass>(
  [
    NAME,
    text('Provisioner', 'Who makes its volumes.'),
    text('ReclaimPolicy', 'What happens to its volumes after their claims.'),
    text('VolumeBindingMode', 'Whether claims wait for a pod.'),
    truth('AllowVolumeExpansion', 'Whether claims may grow.'),
    AGE,
  ],
  ({ metadata, provisioner, reclaimPolicy, volumeBindingMode, allowVolumeExpansion }, nowMs) => [
    metadata.annotations?.[VolumeAnnotation.DefaultClass] === 'true' ? `${metadata.name} (default)` : metadata.name,
    provisioner,
    reclaimPolicy ?? 'Delete',
    volumeBindingMode ?? 'Immediate',
    allowVolumeExpansion ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const CSI_NODE_TABLE = tableOf<CSINode>(
  [NAME, integer('Drivers', 'How many drivers serve the node.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.drivers?.length ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const CSI_DRIVER_TABLE = tableOf<CSIDriver>(
  [
    NAME,
    truth('AttachRequired', 'Whether volumes are attached before they are mounted.'),
    truth('PodInfoOnMount', 'Whether the driver is told of the pod.'),
    truth('StorageCapacity', 'Whether the driver says how much it has left.'),
    text('TokenRequests', 'Tokens that the driver wants.'),
    truth('RequiresRepublish', 'Whether mounts are repeated now and then.'),
    text('Modes', 'Lives of volumes that the driver supports.'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec.attachRequired ?? true,
    spec.podInfoOnMount ?? false,
    spec.storageCapacity ?? false,
    (spec.tokenRequests ?? []).map(({ audience }) => audience).join(',') || UNSET,
    spec.requiresRepublish ?? false,
    (spec.volumeLifecycleModes ?? []).join(','),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const CSI_STORAGE_CAPACITY_TABLE = tableOf<CSIStorageCapacity>(
  [NAME, text('StorageClassName', 'The class.'), text('Capacity', 'How much is left.'), AGE],
  ({ metadata, storageClassName, capacity }, nowMs) => [
    metadata.name,
    storageClassName,
    capacity ?? UNSET,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const VOLUME_ATTACHMENT_TABLE = tableOf<VolumeAttachment>(
  [
    NAME,
    text('Attacher', 'The driver.'),
    text('PV', 'The volume.'),
    text('Node', 'The node.'),
    truth('Attached', 'Whether it is attached.'),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec.attacher,
    spec.source.persistentVolumeName ?? '',
    spec.nodeName,
    status?.attached ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

function phaseOf({ deletionTimestamp }: KubeObject['metadata'], phase: string | undefined): string {
  return deletionTimestamp === undefined ? (phase ?? '') : 'Terminating';
}

function formatModes(modes: readonly string[] | undefined): string {
  const given = new Set(modes);
  return Object.keys(SHORT_MODES)
    .filter((mode) => given.has(mode))
    .map((mode) => SHORT_MODES[mode])
    .join(',');
}

function attributesClass(spec: object | undefined): string {
  return (spec as { volumeAttributesClassName?: string } | undefined)?.volumeAttributesClassName ?? UNSET;
}
