import type { KindRow } from '../kind-info';
import { defaultNetworkPolicy } from './defaults';
import { NETWORK_POLICY_TABLE } from './table';
import { validateNetworkPolicy } from './validation';
import { untilOneSixteen } from '../older-versions';

/** Description of the kind NetworkPolicy. */
export const NETWORK_POLICY: KindRow = {
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  apiVersions: ['networking.k8s.io/v1'],
  olderVersions: [untilOneSixteen('extensions/v1beta1')],
  namespaced: true,
  served: true,
  shortNames: ['netpol'],
  hasGeneration: true,
  applyDefaults: defaultNetworkPolicy,
  validate: validateNetworkPolicy,
  table: NETWORK_POLICY_TABLE,
};
