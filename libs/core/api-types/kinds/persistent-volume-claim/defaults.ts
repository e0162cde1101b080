import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Fills what a client may leave out of a PersistentVolumeClaim. Changes the object in place. */
export function defaultPersistentVolumeClaim(object: KubeObject): void {
  ((object.spec ??= {}) as Fields)['volumeMode'] ??= 'Filesystem';
}
