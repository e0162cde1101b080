import type {
  CSIDriver,
  CSINode,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
  Volume,
} from '@orrery/api-types';
import type { ClusterObjects } from './cluster-objects';

/** A claim by namespace and name. */
export function claimIn(objects: ClusterObjects, namespace: string, name: string): PersistentVolumeClaim | undefined {
  return objects.get('PersistentVolumeClaim', namespace, name) as PersistentVolumeClaim | undefined;
}

/** A persistent volume by name. */
export function volumeIn(objects: ClusterObjects, name: string): PersistentVolume | undefined {
  return objects.get('PersistentVolume', '', name) as PersistentVolume | undefined;
}

/** A storage class by name. */
export function storageClassIn(objects: ClusterObjects, name: string): StorageClass | undefined {
  return objects.get('StorageClass', '', name) as StorageClass | undefined;
}

/** Returns the CSINode of a node: the limits that storage drivers reported. */
export function csiNodeIn(objects: ClusterObjects, nodeName: string): CSINode | undefined {
  return objects.get('CSINode', '', nodeName) as CSINode | undefined;
}

/** A storage driver by name. */
export function csiDriverIn(objects: ClusterObjects, name: string): CSIDriver | undefined {
  return objects.get('CSIDriver', '', name) as CSIDriver | undefined;
}

/** The claim behind a pod's volume: named by the pod, or made for it alone. */
export interface VolumeClaimName {
  readonly name: string;
  /** True if the claim is made for this pod and deleted with it. */
  readonly isEphemeral: boolean;
}

/** The claim behind a volume of the pod; undefined if it has none. */
export function claimNameOf(pod: Pod, volume: Volume): VolumeClaimName | undefined {
  if (volume.persistentVolumeClaim) return { name: volume.persistentVolumeClaim.claimName, isEphemeral: false };
  return volume.ephemeral ? { name: `${pod.metadata.name}-${volume.name}`, isEphemeral: true } : undefined;
}

/** Returns whether some volume of the pod is the named claim of its namespace. */
export function usesClaim(
  pod: Pod,
  { namespace, name }: { readonly namespace?: string; readonly name: string },
): boolean {
  if (pod.metadata.namespace !== namespace) return false;
  return (pod.spec.volumes ?? []).some((volume) => claimNameOf(pod, volume)?.name === name);
}

/** Returns why an ephemeral claim is not the pod's; undefined if it is. */
export function foreignClaimError(pod: Pod, { metadata }: PersistentVolumeClaim): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (owner?.uid === pod.metadata.uid) return undefined;
  const [claimNamespace, podNamespace] = [metadata.namespace ?? '', pod.metadata.namespace ?? ''];
  return `PVC ${claimNamespace}/${metadata.name} was not created for pod ${podNamespace}/${pod.metadata.name} (pod is not owner)`;
}

/** The text of a lookup that found nothing. */
export function notFoundText(resource: string, name: string): string {
  return `${resource} "${name}" not found`;
}
