import { deepEqual } from '../../equality';
import { forbiddenField, invalidField, requiredField, tooLongField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import { utf8Length } from '../../names/utf8-length';
import type { KubeObject, VolumeAttributesClass } from '../../objects';

const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;

/** Returns the errors of a class of volume attributes (`pkg/apis/storage/validation` upstream). */
export function validateVolumeAttributesClass(object: KubeObject): FieldError[] {
  const { driverName = '', parameters = {} } = object as Partial<VolumeAttributesClass>;
  return [...driverErrors(driverName), ...parameterErrors(parameters)];
}

/** Returns the errors of a changed class: its fields are immutable, since volumes were made from them. */
export function validateVolumeAttributesClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return ['driverName', 'parameters']
    .filter((field) => !deepEqual(next[field], old[field]))
    .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`));
}

function driverErrors(driverName: string): FieldError[] {
  if (driverName === '') return [requiredField('driverName')];
  return qualifiedNameErrors(driverName.toLowerCase()).map((text) =>
    invalidField('driverName', driverName.toLowerCase(), text),
  );
}

function parameterErrors(parameters: Readonly<Record<string, string>>): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return [requiredField('parameters', 'must contain at least one key/value pair')];
  // Upstream says bytes of a number of entries, too.
  if (entries.length > MAX_PARAMETERS) return [tooLongField('parameters', MAX_PARAMETERS)];
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of entries) {
    if (key === '') errors.push(invalidField('parameters', key, 'field can not be empty.'));
    bytes += utf8Length(key) + utf8Length(value);
  }
  return bytes > MAX_PARAMETER_BYTES ? [...errors, tooLongField('parameters', MAX_PARAMETER_BYTES)] : errors;
}
