import { mutatingPolicyErrors } from '../../admission-registration/policy-errors';
import { defaultPolicy } from '../../admission-registration/registration-defaults';
import { MUTATING_POLICY_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';

/** Description of the kind MutatingAdmissionPolicy, which servers of 1.34 serve when it is switched on. */
export const MUTATING_ADMISSION_POLICY: KindRow = {
  kind: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  apiVersions: ['admissionregistration.k8s.io/v1beta1'],
  releases: ['modern'],
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
