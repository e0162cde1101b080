import type { KubeObject } from '../../objects';

/** Fills what a client may leave out of a PriorityClass. Changes the object in place. */
export function defaultPriorityClass(object: KubeObject): void {
  object['value'] ??= 0;
  object['preemptionPolicy'] ??= 'PreemptLowerPriority';
}
