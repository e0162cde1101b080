import { mutatingBindingErrors } from '../../admission-registration/policy-errors';
import { defaultPolicyBinding } from '../../admission-registration/registration-defaults';
import { POLICY_BINDING_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';
import { releasesSince } from '../releases';

/** Description of the kind MutatingAdmissionPolicyBinding. */
export const MUTATING_ADMISSION_POLICY_BINDING: KindRow = {
  kind: 'MutatingAdmissionPolicyBinding',
  resource: 'mutatingadmissionpolicybindings',
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
  applyDefaults: defaultPolicyBinding,
  validate: mutatingBindingErrors,
  table: POLICY_BINDING_TABLE,
};
