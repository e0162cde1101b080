import type { KindRow } from '../kind-info';
import { SERVICE_CIDR_TABLE } from './table';
import { validateServiceCidr, validateServiceCidrUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind ServiceCIDR, of which version 1 came with Kubernetes 1.33. */
export const SERVICE_CIDR: KindRow = {
  kind: 'ServiceCIDR',
  resource: 'servicecidrs',
  apiVersions: ['networking.k8s.io/v1'],
  releases: releasesSince('1.33'),
  namespaced: false,
  served: true,
  hasStatus: true,
  firstStatus: () => ({}),
  allowsUnconditionalUpdate: true,
  validate: validateServiceCidr,
  validateUpdate: validateServiceCidrUpdate,
  table: SERVICE_CIDR_TABLE,
};
