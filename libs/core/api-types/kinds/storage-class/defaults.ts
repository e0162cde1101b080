import type { KubeObject } from '../../objects';

/** Fills what a client may leave out of a StorageClass. Changes the object in place. */
export function defaultStorageClass(object: KubeObject): void {
  object['reclaimPolicy'] ??= 'Delete';
  object['volumeBindingMode'] ??= 'Immediate';
}
