import type { KindRow } from '../kind-info';
import { untilOneSixteen } from '../releases';
import { defaultPodSecurityPolicy } from './defaults';
import { POD_SECURITY_POLICY_TABLE } from './table';
import { validatePodSecurityPolicy } from './validation';

/**
 * Description of the kind PodSecurityPolicy, which Kubernetes 1.25 removed. Policies apply to pods where the admission plugin
 * of the same name is on, which is off by default.
 */
export const POD_SECURITY_POLICY: KindRow = {
  kind: 'PodSecurityPolicy',
  resource: 'podsecuritypolicies',
  apiVersions: ['policy/v1beta1'],
  olderVersions: [untilOneSixteen('extensions/v1beta1')],
  releases: ['k8s-1.20', 'okd-legacy'],
  namespaced: false,
  served: true,
  shortNames: ['psp'],
  deleteReturnsObject: true,
  applyDefaults: defaultPodSecurityPolicy,
  validate: validatePodSecurityPolicy,
  table: POD_SECURITY_POLICY_TABLE,
};
