import type { KindRow } from '../kind-info';
import { untilOneSixteen } from '../older-versions';
import { defaultPodSecurityPolicy } from './defaults';
import { POD_SECURITY_POLICY_TABLE } from './table';
import { validatePodSecurityPolicy } from './validation';
import { releasesUpTo } from '../releases';

/**
 * Description of the kind PodSecurityPolicy, which Kubernetes 1.25 removed. Policies apply to pods where the admission plugin
 * of the same name is on, which is off by default.
 */
export const POD_SECURITY_POLICY: KindRow = {
  kind: 'PodSecurityPolicy',
  resource: 'podsecuritypolicies',
  apiVersions: ['policy/v1beta1'],
  olderVersions: [untilOneSixteen('extensions/v1beta1')],
  releases: releasesUpTo('1.24'),
  namespaced: false,
  served: true,
  shortNames: ['psp'],
  deleteReturnsObject: true,
  applyDefaults: defaultPodSecurityPolicy,
  validate: validatePodSecurityPolicy,
  table: POD_SECURITY_POLICY_TABLE,
};
