import type { KindRow } from '../kind-info';
import { SERVICE_ACCOUNT_TABLE } from './table';

/** Description of the kind ServiceAccount. */
export const SERVICE_ACCOUNT: KindRow = {
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['sa'],
  deleteReturnsObject: true,
  subresources: [{ name: 'token', kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', verbs: ['create'] }],
  table: SERVICE_ACCOUNT_TABLE,
};
