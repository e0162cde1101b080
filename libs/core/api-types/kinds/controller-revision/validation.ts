import { deepEqual } from '../../equality';
import { type FieldError, invalidField, requiredField } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { notNegative } from '../../validation/workload-times';

/** Returns the errors of a revision of a template. */
export function validateRevision(object: KubeObject): FieldError[] {
  const errors = notNegative(object['revision'] as number | undefined, 'revision');
  const isMissing = object['data'] === undefined || object['data'] === null;
  return isMissing ? [...errors, requiredField('data', 'data is mandatory')] : errors;
}

/** Returns an error if the data of a revision changed. */
export function validateRevisionUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  if (deepEqual(next['data'], old['data'])) return [];
  return [invalidField('data', next['data'] ?? null, 'field is immutable')];
}
