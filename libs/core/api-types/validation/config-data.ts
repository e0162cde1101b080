import { deepEqual } from '../equality';
import { type FieldError, forbiddenField, invalidField } from '../errors/field-error';
import type { KubeObject } from '../objects';

type Data = Readonly<Record<string, string>>;

/** Most bytes of all values of a ConfigMap or Secret together. */
export const MAX_DATA_BYTES = 1024 * 1024;

const KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

const IMMUTABLE_TEXT = 'field is immutable when `immutable` is set';

/** Returns the errors of a changed ConfigMap or Secret: its data once `immutable` is set, and in any case the type of a Secret. */
export function validateConfigDataUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  if (old.kind === 'Secret' && next['type'] !== old['type']) {
    errors.push(invalidField('type', next['type'] ?? '', 'field is immutable'));
  }
  if (old['immutable'] !== true) return errors;
  if (next['immutable'] !== true) errors.push(forbiddenField('immutable', IMMUTABLE_TEXT));
  for (const field of ['data', 'binaryData']) {
    if (!deepEqual(next[field], old[field])) errors.push(forbiddenField(field, IMMUTABLE_TEXT));
  }
  return errors;
}

/** A map of data; empty if there is none. */
export function dataOf(object: KubeObject, field: string): Data {
  return (object[field] as Data | undefined) ?? {};
}

/** Returns the errors of a key of data. */
export function validateKey(key: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (key.length > 253) errors.push(invalidField(field, key, 'must be no more than 253 characters'));
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) errors.push(invalidField(field, key, KEY_TEXT));
  else if (key === '.') errors.push(invalidField(field, key, "must not be '.'"));
  else if (key === '..') errors.push(invalidField(field, key, "must not be '..'"));
  else if (key.startsWith('..')) errors.push(invalidField(field, key, "must not start with '..'"));
  return errors;
}

/** Returns the number of bytes that a text in base64 encodes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
