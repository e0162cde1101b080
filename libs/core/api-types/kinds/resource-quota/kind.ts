import type { KindRow } from '../kind-info';
import { RESOURCE_QUOTA_TABLE } from './table';
import { validateResourceQuota, validateResourceQuotaUpdate } from './validation';

/** Description of the kind ResourceQuota. */
export const RESOURCE_QUOTA: KindRow = {
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['quota'],
  hasStatus: true,
  deleteReturnsObject: true,
  firstStatus: () => ({}),
  validate: validateResourceQuota,
  validateUpdate: (next, old) => [...validateResourceQuota(next), ...validateResourceQuotaUpdate(next, old)],
  table: RESOURCE_QUOTA_TABLE,
};
