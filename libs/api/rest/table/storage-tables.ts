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
const STATUS = text('Status', 'Phase.');
const ATTRIBUTES_CLASS = text('VolumeAttributesClass', 'Volume attributes class.');
const VOLUME_MODE = wide(text('VolumeMode', 'Volume mode.'));
const truth = (name: string, description: string): Column => ({ ...text(name, description), type: 'boolean' });

export const PERSISTENT_VOLUME_TABLE = tableOf<PersistentVolume>(
  [
    NAME,
    text('Capacity', 'Capacity.'),
    text('Access Modes', 'Access modes.'),
    text('Reclaim Policy', 'Reclaim policy.'),
    STATUS,
    text('Claim', 'Bound claim.'),
    text('StorageClass', 'Storage class.'),
    ATTRIBUTES_CLASS,
    text('Reason', 'Reason of the phase.'),
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
    text('Volume', 'Bound volume.'),
    text('Capacity', 'Capacity of the volume.'),
    text('Access Modes', 'Access modes.'),
    text('StorageClass', 'Storage class.'),
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
    text('Provisioner', 'Provisioner of the volumes.'),
    text('ReclaimPolicy', 'Reclaim policy of the volumes.'),
    text('VolumeBindingMode', 'Whether binding waits for the first consumer.'),
    truth('AllowVolumeExpansion', 'Whether claims may be expanded.'),
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
  [NAME, integer('Drivers', 'Number of drivers on the node.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.drivers?.length ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const CSI_DRIVER_TABLE = tableOf<CSIDriver>(
  [
    NAME,
    truth('AttachRequired', 'Whether volumes need to be attached before they are mounted.'),
    truth('PodInfoOnMount', 'Whether the driver gets information about the pod on mount.'),
    truth('StorageCapacity', 'Whether the driver reports its free capacity.'),
    text('TokenRequests', 'Service account tokens that the driver requests.'),
    truth('RequiresRepublish', 'Whether volumes are republished periodically.'),
    text('Modes', 'Supported volume lifecycle modes.'),
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
  [NAME, text('StorageClassName', 'Storage class.'), text('Capacity', 'Free capacity.'), AGE],
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
    text('Attacher', 'Driver that attaches the volume.'),
    text('PV', 'Persistent volume.'),
    text('Node', 'Node to which the volume is attached.'),
    truth('Attached', 'Whether the volume is attached.'),
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
