import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from '@orrery/api-types';

type VolumeSpec = NonNullable<PersistentVolume['spec']>;
type ClaimSpec = NonNullable<PersistentVolumeClaim['spec']>;

function metadata(name: string, more: Partial<KubeObject['metadata']> = {}): KubeObject['metadata'] {
  return { name, uid: `uid-${name}`, resourceVersion: '1', creationTimestamp: '2025-10-01T00:00:00Z', ...more };
}

/** An available volume of 1Gi with the given name; `spec` replaces parts. */
export function makeVolume(
  name: string,
  spec: Partial<VolumeSpec> = {},
  more: { readonly metadata?: Partial<KubeObject['metadata']>; readonly phase?: string } = {},
): PersistentVolume {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: metadata(name, more.metadata),
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
    status: { phase: more.phase ?? 'Available' },
  };
}

/** Node affinity of a volume that can be reached where the label has the value. */
export function reachableWhere(key: string, value: string): NonNullable<VolumeSpec['nodeAffinity']> {
  return { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }] } };
}

/** A pending claim of namespace `default` for 1Gi; `spec` replaces parts. */
export function makeClaim(
  name: string,
  spec: Partial<ClaimSpec> = {},
  more: { readonly metadata?: Partial<KubeObject['metadata']>; readonly phase?: string } = {},
): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata(name, { namespace: 'default', ...more.metadata }),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase: more.phase ?? 'Pending' },
  };
}

/** A claim that has its volume. */
export function makeBoundClaim(name: string, volumeName: string, spec: Partial<ClaimSpec> = {}): PersistentVolumeClaim {
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
  return makeClaim(name, { volumeName, ...spec }, { metadata: { annotations }, phase: 'Bound' });
}

export function makeStorageClass(name: string, fields: Partial<StorageClass> = {}): StorageClass {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: metadata(name),
    provisioner: 'disk.example.com',
    volumeBindingMode: 'WaitForFirstConsumer',
    ...fields,
  };
}

/** Makes the CSINode of a node: for each driver the number of volumes that it supports, and its topology. */
export function makeCsiNode(
  nodeName: string,
  drivers: Readonly<Record<string, { readonly count?: number; readonly topologyKeys?: string[] }>>,
  annotations: Record<string, string> = {},
): CSINode {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: metadata(nodeName, { annotations }),
    spec: {
      drivers: Object.entries(drivers).map(([name, { count, topologyKeys }]) => ({
        name,
        nodeID: nodeName,
        ...(count === undefined ? {} : { allocatable: { count } }),
        ...(topologyKeys ? { topologyKeys } : {}),
      })),
    },
  };
}

export function makeCsiDriver(name: string, storageCapacity: boolean): CSIDriver {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: metadata(name), spec: { storageCapacity } };
}

/** Room that a driver reports for a class where nodes have the labels. */
export function makeStorageRoom(
  name: string,
  storageClassName: string,
  room: { readonly capacity?: string; readonly maximumVolumeSize?: string; readonly labels: Record<string, string> },
): CSIStorageCapacity {
  const { labels, ...amounts } = room;
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIStorageCapacity',
    metadata: metadata(name, { namespace: 'kube-system' }),
    storageClassName,
    nodeTopology: { matchLabels: labels },
    ...amounts,
  };
}

export function makeAttachment(name: string, nodeName: string, persistentVolumeName: string): VolumeAttachment {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: metadata(name),
    spec: { attacher: 'disk.example.com', nodeName, source: { persistentVolumeName } },
  };
}
