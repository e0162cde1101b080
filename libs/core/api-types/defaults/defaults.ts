import type { KindInfo } from '../kinds/kind-info';
import { kindByGvk } from '../kinds/registry';
import type { KubeObject } from '../objects';

/**
 * Fills what a client may leave out. Changes the object in place: it must be a fresh one, as decoding makes it.
 *
 * @param kind found by apiVersion and kind if left out
 */
export function applyDefaults(object: KubeObject, kind?: KindInfo): void {
  (kind ?? kindByGvk(object.apiVersion, object.kind))?.applyDefaults?.(object);
}
