import type { PodDisruptionBudgetSpec } from 'kubernetes-types/policy/v1';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { validateLabelSelector } from './label-selector';

const PERCENT_TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";
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
  validateBound(minAvailable, 'spec.minAvailable', errors);
  validateBound(maxUnavailable, 'spec.maxUnavailable', errors);
  errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  const policy = spec.unhealthyPodEvictionPolicy;
  if (policy !== undefined && !(UNHEALTHY_POLICIES as readonly string[]).includes(policy)) {
    errors.push(unsupportedField('spec.unhealthyPodEvictionPolicy', policy, UNHEALTHY_POLICIES));
  }
  return errors;
}

function validateBound(bound: string | number | undefined, field: string, errors: FieldError[]): void {
  if (typeof bound === 'number') {
    if (bound < 0) errors.push(invalidField(field, bound, 'must be greater than or equal to 0'));
  } else if (bound !== undefined) {
    if (!/^[0-9]+%$/.test(bound)) errors.push(invalidField(field, bound, PERCENT_TEXT));
    else if (Number.parseInt(bound, 10) > 100) errors.push(invalidField(field, bound, 'must not be greater than 100%'));
  }
}
