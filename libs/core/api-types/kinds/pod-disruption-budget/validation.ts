import type { PodDisruptionBudgetSpec } from 'kubernetes-types/policy/v1';
import { invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { atMostAll, validateCountOrPercent } from '../../validation/count-or-percent';
import { validateLabelSelector } from '../../validation/label-selector';
import { oneOf } from '../../validation/closed-set';

const UNHEALTHY_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'] as const;

/** Returns the errors of a budget: one of the two bounds at most, each a count or a percentage up to 100. */
export function validateDisruptionBudget(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as PodDisruptionBudgetSpec;
  const { minAvailable, maxUnavailable } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.push(invalidField('spec', spec, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const [name, bound] of Object.entries({ minAvailable, maxUnavailable })) {
    if (bound === undefined) continue;
    const field = `spec.${name}`;
    errors.push(...validateCountOrPercent(bound, field), ...atMostAll(bound, field));
  }
  errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  const policy = oneOf(spec.unhealthyPodEvictionPolicy, UNHEALTHY_POLICIES, 'spec.unhealthyPodEvictionPolicy');
  return [...errors, ...policy];
}
