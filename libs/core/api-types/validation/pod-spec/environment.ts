import type * as core from 'kubernetes-types/core/v1';
import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';
import { validateKey } from '../config-data';
import { ENV_FIELDS, fieldReferenceErrors, resourceReferenceErrors } from './field-references';
import { nonReservedPathErrors } from '../paths';

const NAME_TEXT = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const NAME = /^[ -<>-~]+$/;
/** Names before 1.34. */
const FORMER_NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const FORMER_NAME_TEXT =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const ONE_AT_A_TIME = 'may not have more than one field specified at a time';

interface KeyReference {
  readonly name?: string;
  readonly key?: string;
}

/** A variable from a file of a volume, which `kubernetes-types` does not know yet. */
interface FileReference {
  readonly volumeName?: string;
  readonly path?: string;
  readonly key?: string;
}

/** Returns the errors of the variables of a container (`ValidateEnv`). */
export function validateEnv(env: readonly core.EnvVar[] | undefined, field: string): FieldError[] {
  return (env ?? []).flatMap((variable, index) => {
    const path = `${field}[${index}]`;
    const errors = variable.name ? nameErrors(variable.name, `${path}.name`) : [requiredField(`${path}.name`)];
    return [...errors, ...sourceErrors(variable, `${path}.valueFrom`)];
  });
}

/** Returns the errors of the sources of a container's variables (`ValidateEnvFrom`, which names the list, not the item). */
export function validateEnvFrom(sources: readonly core.EnvFromSource[] | undefined, field: string): FieldError[] {
  return (sources ?? []).flatMap(({ prefix = '', configMapRef, secretRef }, index) => {
    const path = `${field}[${index}]`;
    const errors = prefix === '' ? [] : nameErrors(prefix, `${path}.prefix`);
    if (configMapRef) errors.push(...objectNameErrors(configMapRef.name, `${path}.configMapRef.name`));
    if (secretRef) errors.push(...objectNameErrors(secretRef.name, `${path}.secretRef.name`));
    if (!configMapRef && !secretRef) {
      errors.push(invalidField(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef && secretRef) errors.push(invalidField(field, '', ONE_AT_A_TIME));
    return errors;
  });
}

/** As `validateEnvVarValueFrom`. */
function sourceErrors({ value, valueFrom }: core.EnvVar, field: string): FieldError[] {
  if (!valueFrom) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  const { fileKeyRef } = valueFrom as { readonly fileKeyRef?: FileReference };
  const errors: FieldError[] = [];
  if (fieldRef) errors.push(...fieldReferenceErrors(fieldRef, ENV_FIELDS, `${field}.fieldRef`));
  if (resourceFieldRef) errors.push(...resourceReferenceErrors(resourceFieldRef, `${field}.resourceFieldRef`, false));
  if (configMapKeyRef) errors.push(...keyReferenceErrors(configMapKeyRef, `${field}.configMapKeyRef`));
  if (secretKeyRef) errors.push(...keyReferenceErrors(secretKeyRef, `${field}.secretKeyRef`));
  if (fileKeyRef) errors.push(...fileReferenceErrors(fileKeyRef, `${field}.fileKeyRef`));
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  if (count === 0) {
    const detail = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';
    errors.push(invalidField(field, '', detail));
  } else if (value) errors.push(invalidField(field, '', 'may not be specified when `value` is not empty'));
  else if (count > 1) errors.push(invalidField(field, '', ONE_AT_A_TIME));
  return errors;
}

/** As `validateConfigMapKeySelector` and `validateSecretKeySelector`. */
function keyReferenceErrors({ name = '', key = '' }: KeyReference, field: string): FieldError[] {
  const errors = subdomainErrors(name).map((text) => invalidField(`${field}.name`, name, text));
  return [...errors, ...(key === '' ? [requiredField(`${field}.key`)] : validateKey(key, `${field}.key`))];
}

/** As `validateFileKeySelector`. */
function fileReferenceErrors({ volumeName = '', path = '', key = '' }: FileReference, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (volumeName === '') errors.push(requiredField(`${field}.volumeName`));
  else
    for (const text of dnsLabelErrors(volumeName)) errors.push(invalidField(`${field}.volumeName`, volumeName, text));
  if (path === '') errors.push(requiredField(`${field}.path`));
  else errors.push(...nonReservedPathErrors(path, `${field}.path`));
  if (key === '') errors.push(requiredField(`${field}.key`));
  else errors.push(...nameErrors(key, `${field}.key`));
  return errors;
}

function objectNameErrors(name: string | undefined, field: string): FieldError[] {
  if (!name) return [requiredField(field)];
  // A dash at the end is fine there, as upstream takes the name for the head of a generated one.
  return subdomainErrors(name.replace(/-$/, 'a')).map((text) => invalidField(field, name, text));
}

/** As `IsRelaxedEnvVarName`. */
function nameErrors(name: string, field: string): FieldError[] {
  const former = formerNameTexts(name).map((text) => ({ ...invalidField(field, name, text), isFormer: true }));
  return [...(NAME.test(name) ? [] : [invalidField(field, name, NAME_TEXT)]), ...former];
}

/** As `IsEnvVarName` of releases before 1.34. */
function formerNameTexts(name: string): string[] {
  const texts = FORMER_NAME.test(name) ? [] : [FORMER_NAME_TEXT];
  if (name === '.' || name === '..') texts.push(`must not be '${name}'`);
  else if (name.startsWith('..')) texts.push("must not start with '..'");
  return texts;
}
