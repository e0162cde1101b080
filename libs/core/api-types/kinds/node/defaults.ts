import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

/** Fills what a client may leave out of a Node. Changes the object in place. */
export function defaultNode(object: KubeObject): void {
  object.spec ??= {};
  const status = (object.status ??= {}) as Fields;
  // The status may be the stored object's own, so it is copied rather than changed.
  if (status['capacity'] && !status['allocatable']) {
    object.status = { ...status, allocatable: { ...(status['capacity'] as object) } };
  }
}
