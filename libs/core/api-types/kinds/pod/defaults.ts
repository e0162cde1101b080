import { defaultPodSpec } from '../../defaults/pod-spec';
import type { PodSpec, KubeObject } from '../../objects';
import { shareFilled } from '../../pods/shared-specs';

/** Fills what a client may leave out of a Pod. Changes the object in place. */
export function defaultPod(object: KubeObject): void {
  if (object.spec) object.spec = shareFilled(object.spec as PodSpec, defaultPodSpec);
}
