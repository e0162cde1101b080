import { groupOf, type KubeObject } from '@orrery/api-types';

/** The kinds with a GraphQL type of their own, by group. Everything else is served as `Unstructured`. */
const TYPED_KINDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ConfigMap',
    'Endpoints',
    'Event',
    'LimitRange',
    'Namespace',
    'Node',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  apps: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  batch: ['CronJob', 'Job'],
  'coordination.k8s.io': ['Lease'],
  'discovery.k8s.io': ['EndpointSlice'],
  'networking.k8s.io': ['Ingress', 'IngressClass', 'NetworkPolicy'],
  policy: ['PodDisruptionBudget'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment'],
};

/** The name of the GraphQL type that an object is served as. */
export function typeNameOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string {
  const group = groupOf(apiVersion);
  const kinds = Object.hasOwn(TYPED_KINDS, group) ? TYPED_KINDS[group]! : [];
  return kinds.includes(kind) ? kind : 'Unstructured';
}
