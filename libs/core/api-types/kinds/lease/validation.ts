import type { LeaseSpec } from 'kubernetes-types/coordination/v1';
import { type FieldError, invalidField } from '../../errors/field-error';
import type { KubeObject } from '../../objects';

/** Returns the errors of a Lease's spec. */
export function validateLease(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as LeaseSpec;
  const errors: FieldError[] = [];
  if (spec.leaseDurationSeconds !== undefined && spec.leaseDurationSeconds <= 0) {
    errors.push(invalidField('spec.leaseDurationSeconds', spec.leaseDurationSeconds, 'must be greater than 0'));
  }
  if (spec.leaseTransitions !== undefined && spec.leaseTransitions < 0) {
    errors.push(invalidField('spec.leaseTransitions', spec.leaseTransitions, 'must be greater than or equal to 0'));
  }
  return errors;
}
