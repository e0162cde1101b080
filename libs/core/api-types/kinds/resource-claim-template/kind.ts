import { dropFromClaim } from '../../devices/dropped-fields';
import type { KubeObject } from '../../objects';
import { PLAIN_AGE_TABLE } from '../../tables/table-kind';
import type { KindRow } from '../kind-info';
import { defaultResourceClaimTemplate } from './defaults';
import { validateResourceClaimTemplate, validateResourceClaimTemplateUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind ResourceClaimTemplate. */
export const RESOURCE_CLAIM_TEMPLATE: KindRow = {
  kind: 'ResourceClaimTemplate',
  resource: 'resourceclaimtemplates',
  apiVersions: ['resource.k8s.io/v1'],
  releases: releasesSince('1.34'),
  namespaced: true,
  served: true,
  deleteReturnsObject: true,
  applyDefaults: defaultResourceClaimTemplate,
  prepareForCreate: dropFromTemplate,
  prepareForUpdate: dropFromTemplate,
  validate: validateResourceClaimTemplate,
  validateUpdate: validateResourceClaimTemplateUpdate,
  table: PLAIN_AGE_TABLE,
};

function dropFromTemplate({ spec }: KubeObject): void {
  dropFromClaim((spec as { readonly spec?: unknown } | undefined)?.spec);
}
