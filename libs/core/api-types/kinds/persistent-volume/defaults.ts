import { defaultVolumeSource } from '../../defaults/volumes';
import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Fills what a client may leave out of a PersistentVolume. Changes the object in place. */
export function defaultPersistentVolume(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  spec['persistentVolumeReclaimPolicy'] ??= 'Retain';
  spec['volumeMode'] ??= 'Filesystem';
  defaultVolumeSource(spec);
}
