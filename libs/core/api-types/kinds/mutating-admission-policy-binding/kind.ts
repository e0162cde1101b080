import { mutatingBindingErrors } from '../../admission-registration/policy-errors';
import { defaultPolicyBinding } from '../../admission-registration/registration-defaults';
import { POLICY_BINDING_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';

/** Description of the kind MutatingAdmissionPolicyBinding. */
export const MUTATING_ADMISSION_POLICY_BINDING: KindRow = {
  kind: 'MutatingAdmissionPolicyBinding',
  resource: 'mutatingadmissionpolicybindings',
  apiVersions: ['admissionregistration.k8s.io/v1beta1'],
  releases: ['modern'],
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultPolicyBinding,
  validate: mutatingBindingErrors,
  table: POLICY_BINDING_TABLE,
};
