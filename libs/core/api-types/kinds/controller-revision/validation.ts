import { type FieldError, requiredField } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { notNegative } from '../../validation/workload-times';

/** Returns the errors of a revision of a template. */
export function validateRevision(object: KubeObject): FieldError[] {
  const errors = notNegative(object['revision'] as number | undefined, 'revision');
  const isMissing = object['data'] === undefined || object['data'] === null;
  return isMissing ? [...errors, requiredField('data', 'data is mandatory')] : errors;
}
