import { deepEqual } from '../../equality';
import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { rfc1035LabelErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { fieldsOf } from '../fields-of';

type Fields = Record<string, unknown>;

/** Parts that are said once or in each version: the field of the definition, that of a version, and what errors call them. */
const PARTS = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/** Returns the errors of a definition of v1beta1 that one of v1 cannot have (`validateCustomResourceDefinitionSpec` upstream). */
export function olderDefinitionErrors({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given) ?? {};
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []).map(
    (each: unknown) => fieldsOf(each) ?? {},
  );
  const errors: FieldError[] = [];
  for (const [shared, own, name] of PARTS) {
    if (isGiven(spec[shared]) && versions.some((version) => isGiven(version[own]))) {
      errors.push(forbiddenField(`spec.${shared}`, `top-level and per-version ${name} are mutually exclusive`));
    }
  }
  for (const [shared, own, name] of PARTS) {
    if (versions.length === 0 || !versions.every((version) => isGiven(version[own]))) continue;
    if (!versions.every((version) => deepEqual(version[own], versions[0]![own]))) continue;
    const detail = `per-version ${name} may not all be set to identical values (top-level ${shared} should be used instead)`;
    errors.push(invalidField('spec.versions', spec['versions'], detail));
  }
  return [...errors, ...nameErrors(spec['version'], versions)];
}

function nameErrors(name: unknown, versions: readonly Fields[]): FieldError[] {
  if (typeof name !== 'string' || name === '') return [];
  const field = 'spec.version';
  const texts = rfc1035LabelErrors(name);
  const errors = texts.length > 0 ? [invalidField(field, name, texts.join(','))] : [];
  if (versions.length === 0 || versions[0]!['name'] === name) return errors;
  return [...errors, invalidField(field, name, 'must match the first version in spec.versions')];
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}
