import { validatingPolicyErrors } from '../../admission-registration/policy-errors';
import { defaultPolicy } from '../../admission-registration/registration-defaults';
import { VALIDATING_POLICY_TABLE } from '../../admission-registration/registration-tables';
import type { KindRow } from '../kind-info';
import { releasesSince } from '../releases';

/** Description of the kind ValidatingAdmissionPolicy. */
export const VALIDATING_ADMISSION_POLICY: KindRow = {
  kind: 'ValidatingAdmissionPolicy',
  resource: 'validatingadmissionpolicies',
  apiVersions: ['admissionregistration.k8s.io/v1'],
  releases: releasesSince('1.30'),
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasStatus: true,
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultPolicy,
  validate: (object) => validatingPolicyErrors(object),
  validateUpdate: validatingPolicyErrors,
  table: VALIDATING_POLICY_TABLE,
};
