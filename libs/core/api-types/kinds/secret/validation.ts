import { type FieldError, invalidField, requiredField, tooLongField } from '../../errors/field-error';
import { fromBase64 } from '@orrery/certificates';
import { jsonSyntaxError } from '../../numbers/json-syntax-error';
import { TOKEN_SECRET_TYPE, TokenSecretAnnotation } from '../../names/token-secret';
import type { KubeObject } from '../../objects';
import { base64Bytes, dataOf, MAX_DATA_BYTES, validateKey } from '../../validation/config-data';

/** Keys that a typed secret must hold. */
const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** Returns the errors of a Secret's data and type. */
export function validateSecret(object: KubeObject): FieldError[] {
  const data = dataOf(object, 'data');
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(data)) {
    errors.push(...validateKey(key, `data[${key}]`));
    bytes += base64Bytes(value);
  }
  if (bytes > MAX_DATA_BYTES) errors.push(tooLongField('data', MAX_DATA_BYTES));
  const type = String(object['type'] ?? '');
  for (const key of Object.hasOwn(REQUIRED_KEYS, type) ? REQUIRED_KEYS[type]! : []) {
    if (!Object.hasOwn(data, key)) errors.push(requiredField(`data[${key}]`));
    else if (key.startsWith('.')) {
      const problem = jsonProblem(data[key]!);
      if (problem !== undefined) errors.push(invalidField(`data[${key}]`, '<secret contents redacted>', problem));
    }
  }
  if (type === 'kubernetes.io/basic-auth' && !Object.hasOwn(data, 'username') && !Object.hasOwn(data, 'password')) {
    errors.push(requiredField('data[username]'), requiredField('data[password]'));
  }
  const accountName = TokenSecretAnnotation.AccountName;
  if (type === TOKEN_SECRET_TYPE && !object.metadata.annotations?.[accountName]) {
    errors.push(requiredField(`metadata.annotations[${accountName}]`));
  }
  return errors;
}

/** Returns the error of Go's decoder for a text in base64 that is not JSON; undefined for valid JSON. */
function jsonProblem(base64: string): string | undefined {
  const text = new TextDecoder().decode(fromBase64(base64));
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    // Anything the parser refuses is the answer; there is no other failure.
    return jsonSyntaxError(text);
  }
}
