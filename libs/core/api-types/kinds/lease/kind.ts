import type { KindRow } from '../kind-info';
import { validateLease } from './validation';
import { LEASE_TABLE } from './table';
import { inOneTwenty } from '../older-versions';

/** Description of the kind Lease. */
export const LEASE: KindRow = {
  kind: 'Lease',
  resource: 'leases',
  apiVersions: ['coordination.k8s.io/v1'],
  olderVersions: [
    inOneTwenty('coordination.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'coordination.k8s.io/v1' }),
  ],
  namespaced: true,
  served: true,
  allowsCreateOnUpdate: true,
  allowsUnconditionalUpdate: false,
  validate: validateLease,
  table: LEASE_TABLE,
};
