import { defaultClaimSpec } from '../../devices/defaults';
import type { ResourceClaimTemplate } from '../../devices/device-types';
import type { KubeObject } from '../../objects';

/** Fills what a client may leave out of a ResourceClaimTemplate. Changes the object in place. */
export function defaultResourceClaimTemplate(object: KubeObject): void {
  defaultClaimSpec((object as Partial<ResourceClaimTemplate>).spec?.spec);
}
