import type { KindRow } from '../kind-info';
import { IP_ADDRESS_TABLE } from './table';
import { validateIpAddress, validateIpAddressUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind IPAddress, of which version 1 came with Kubernetes 1.33. */
export const IP_ADDRESS: KindRow = {
  kind: 'IPAddress',
  resource: 'ipaddresses',
  apiVersions: ['networking.k8s.io/v1'],
  releases: releasesSince('1.33'),
  namespaced: false,
  served: true,
  shortNames: ['ip'],
  allowsUnconditionalUpdate: true,
  validate: validateIpAddress,
  validateUpdate: validateIpAddressUpdate,
  table: IP_ADDRESS_TABLE,
};
