import type { KindRow } from '../kind-info';
import { IP_ADDRESS_TABLE } from './table';
import { validateIpAddress, validateIpAddressUpdate } from './validation';

/** Description of the kind IPAddress, of which version 1 came with Kubernetes 1.33. */
export const IP_ADDRESS: KindRow = {
  kind: 'IPAddress',
  resource: 'ipaddresses',
  apiVersions: ['networking.k8s.io/v1'],
  releases: ['modern'],
  namespaced: false,
  served: true,
  shortNames: ['ip'],
  allowsUnconditionalUpdate: true,
  validate: validateIpAddress,
  validateUpdate: validateIpAddressUpdate,
  table: IP_ADDRESS_TABLE,
};
