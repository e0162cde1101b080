import { type FieldError, invalidField, tooLongField } from '../../errors/field-error';
import { utf8Length } from '../../names/utf8-length';
import type { KubeObject } from '../../objects';
import { base64Bytes, dataOf, MAX_DATA_BYTES, validateKey } from '../../validation/config-data';

/** Returns the errors of a ConfigMap's data. */
export function validateConfigMap(object: KubeObject): FieldError[] {
  const data = dataOf(object, 'data');
  const binaryData = dataOf(object, 'binaryData');
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    errors.push(...validateKey(key, `data[${key}]`));
    if (Object.hasOwn(binaryData, key))
      errors.push(invalidField(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    bytes += utf8Length(value);
  }
  for (const [key, value] of Object.entries(binaryData)) {
    errors.push(...validateKey(key, `binaryData[${key}]`));
    bytes += base64Bytes(value);
  }
  // Go prints the path without a name in this way.
  if (bytes > MAX_DATA_BYTES) errors.push(tooLongField('[]', MAX_DATA_BYTES));
  return errors;
}
