import type { PodDisruptionBudgetSpec } from 'kubernetes-types/policy/v1';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateCountOrPercent } from '../../validation/count-or-percent';
import { validateLabelSelector } from '../../validation/label-selector';

const UNHEALTHY_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'] as const;

/** What is wrong with a budget: exactly one of the two bounds, each a count or a percentage up to 100. */
export function validateDisruptionBudget(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as PodDisruptionBudgetSpec;
  const { minAvailable, maxUnavailable } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.push(invalidField('spec', spec, 'minAvailable and maxUnavailable cannot be both set'));
  }
  if (minAvailable === undefined && maxUnavailable === undefined) {
    errors.push(requiredField('spec', 'exactly one of minAvailable and maxUnavailable must be set'));
  }
  const percent = { atMost100Percent: true };
  if (minAvailable !== undefined) errors.push(...validateCountOrPercent(minAvailable, 'spec.minAvailable', percent));
  if (maxUnavailable !== undefined)
    errors.push(...validateCountOrPercent(maxUnavailable, 'spec.maxUnavailable', percent));
  errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  const policy = spec.unhealthyPodEvictionPolicy;
  if (policy !== undefined && !(UNHEALTHY_POLICIES as readonly string[]).includes(policy)) {
    errors.push(unsupportedField('spec.unhealthyPodEvictionPolicy', policy, UNHEALTHY_POLICIES));
  }
  return errors;
}
