import { validatingBindingErrors } from '../../admission-registration/policy-errors';
import { defaultPolicyBinding } from '../../admission-registration/registration-defaults';
import { POLICY_BINDING_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';
import { releasesSince } from '../releases';

/** Description of the kind ValidatingAdmissionPolicyBinding. */
export const VALIDATING_ADMISSION_POLICY_BINDING: KindRow = {
  kind: 'ValidatingAdmissionPolicyBinding',
  resource: 'validatingadmissionpolicybindings',
  apiVersions: ['admissionregistration.k8s.io/v1'],
  releases: releasesSince('1.30'),
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultPolicyBinding,
  validate: validatingBindingErrors,
  table: POLICY_BINDING_TABLE,
};
