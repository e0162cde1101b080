import { mutatingPolicyErrors } from '../../admission-registration/policy-errors';
import { defaultPolicy } from '../../admission-registration/registration-defaults';
import { MUTATING_POLICY_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';
import { releasesSince } from '../releases';

/** Description of the kind MutatingAdmissionPolicy, which servers of 1.34 serve when it is switched on. */
export const MUTATING_ADMISSION_POLICY: KindRow = {
  kind: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  // Servers of 1.36 store them in the former version, which they serve only when it is switched on.
  apiVersions: ['admissionregistration.k8s.io/v1beta1', 'admissionregistration.k8s.io/v1'],
  laterVersions: { 'admissionregistration.k8s.io/v1': '1.36' },
  optionalVersions: ['admissionregistration.k8s.io/v1beta1'],
  releases: releasesSince('1.34'),
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultPolicy,
  validate: (object) => mutatingPolicyErrors(object),
  validateUpdate: mutatingPolicyErrors,
  table: MUTATING_POLICY_TABLE,
};
