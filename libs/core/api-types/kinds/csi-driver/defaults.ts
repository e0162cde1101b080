import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Fills what a client may leave out of a CSIDriver. Changes the object in place. */
export function defaultCsiDriver(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  spec['attachRequired'] ??= true;
  spec['podInfoOnMount'] ??= false;
  spec['storageCapacity'] ??= false;
  spec['fsGroupPolicy'] ??= 'ReadWriteOnceWithFSType';
  spec['volumeLifecycleModes'] ??= ['Persistent'];
  spec['requiresRepublish'] ??= false;
  spec['seLinuxMount'] ??= false;
}
