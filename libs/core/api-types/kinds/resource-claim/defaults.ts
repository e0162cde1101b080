import { defaultClaimSpec } from '../../devices/defaults';
import type { ResourceClaimSpec } from '../../devices/device-types';
import type { KubeObject } from '../../objects';

/** Fills what a client may leave out of a ResourceClaim. Changes the object in place. */
export function defaultResourceClaim(object: KubeObject): void {
  defaultClaimSpec(object.spec as ResourceClaimSpec | undefined);
}
