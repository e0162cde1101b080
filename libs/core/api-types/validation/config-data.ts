import { forbiddenField, invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { deepEqual } from '../equality';
import { TOKEN_SECRET_TYPE, TokenSecretAnnotation } from '../names/token-secret';
import type { KubeObject } from '../objects';
import { utf8Length } from '../names/utf8-length';

type Data = Readonly<Record<string, string>>;

const MAX_DATA_BYTES = 1024 * 1024;
const KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const IMMUTABLE_TEXT = 'field is immutable when `immutable` is set';
/** Keys that a typed secret must hold. */
const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** What is wrong with a ConfigMap's data. */
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
  if (bytes > MAX_DATA_BYTES) errors.push(tooLongField('', MAX_DATA_BYTES));
  return errors;
}

/** What is wrong with a Secret's data and type. */
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
    else if (key.startsWith('.') && !isBase64Json(data[key]!)) {
      errors.push(invalidField(`data[${key}]`, '<secret contents redacted>', 'invalid character in JSON'));
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

/** What a change of a ConfigMap or Secret must not do once `immutable` is set, and the type of a Secret never. */
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

function dataOf(object: KubeObject, field: string): Data {
  return (object[field] as Data | undefined) ?? {};
}

function validateKey(key: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (key.length > 253) errors.push(invalidField(field, key, 'must be no more than 253 characters'));
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) errors.push(invalidField(field, key, KEY_TEXT));
  else if (key === '.') errors.push(invalidField(field, key, "must not be '.'"));
  else if (key === '..') errors.push(invalidField(field, key, "must not be '..'"));
  else if (key.startsWith('..')) errors.push(invalidField(field, key, "must not start with '..'"));
  return errors;
}

function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

function isBase64Json(text: string): boolean {
  try {
    JSON.parse(atob(text));
    return true;
  } catch {
    // Anything the parser refuses is the answer; there is no other failure.
    return false;
  }
}
