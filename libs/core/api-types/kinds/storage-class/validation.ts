import { deepEqual } from '../../equality';
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
} from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { KubeObject, StorageClass } from '../../objects';
import type { TopologySelectorTerm } from 'kubernetes-types/core/v1';
import { changedField } from '../../validation/changed-field';
import { declaredErrors } from '../../validation/declared/declared-errors';
import { oneOf, requiredOneOf } from '../../validation/closed-set';

const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;
const RECLAIM_POLICIES = ['Delete', 'Retain'] as const;

const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'] as const;

/** Returns the errors of a storage class. */
export function validateStorageClass(object: KubeObject): FieldError[] {
  const { parameters, reclaimPolicy, volumeBindingMode, allowedTopologies } = object as StorageClass;
  const errors: FieldError[] = [];
  const ofName = (name: string): FieldError[] =>
    qualifiedNameErrors(name.toLowerCase()).map((text) => invalidField('provisioner', name, text));
  errors.push(...declaredErrors('V1StorageClass', object as StorageClass, '', { provisioner: ofName }));
  errors.push(...validateParameters(parameters ?? {}));
  return [
    ...errors,
    ...oneOf(reclaimPolicy, RECLAIM_POLICIES, 'reclaimPolicy'),
    ...requiredOneOf(volumeBindingMode, BINDING_MODES, 'volumeBindingMode'),
    ...validateTopologies(allowedTopologies ?? []),
  ];
}

/** Checks the parameters of a provisioner (`validateParameters`). */
function validateParameters(parameters: Readonly<Record<string, string>>): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [tooLongField('parameters', MAX_PARAMETERS)];
  const errors = entries
    .filter(([key]) => key === '')
    .map(([key]) => invalidField('parameters', key, 'field can not be empty.'));
  const bytes = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return bytes > MAX_PARAMETER_BYTES ? [...errors, tooLongField('parameters', MAX_PARAMETER_BYTES)] : errors;
}

/** As `validateAllowedTopologies` and `ValidateTopologySelectorTerm`. */
function validateTopologies(terms: readonly TopologySelectorTerm[]): FieldError[] {
  const seen: object[] = [];
  return terms.flatMap(({ matchLabelExpressions }, i) => {
    const field = `allowedTopologies[${i}]`;
    const keys = new Map<string, readonly string[]>();
    const errors = (matchLabelExpressions ?? []).flatMap(({ key = '', values }, j) => {
      const path = `${field}.matchLabelExpressions[${j}]`;
      const found = validateValues(values ?? [], `${path}.values`);
      for (const text of qualifiedNameErrors(key)) found.push(invalidField(`${path}.key`, key, text));
      if (keys.has(key)) found.push(duplicateField(`${path}.key`, key));
      keys.set(key, [...new Set(values)].sort());
      return found;
    });
    const term = Object.fromEntries([...keys].sort());
    if (seen.some((other) => deepEqual(other, term))) errors.push(duplicateField(`${field}.matchLabelExpressions`, ''));
    seen.push(term);
    return errors;
  });
}

function validateValues(values: readonly string[], field: string): FieldError[] {
  const repeated = values.flatMap((value, i) =>
    values.indexOf(value) < i ? [duplicateField(`${field}[${i}]`, value)] : [],
  );
  return values.length === 0 ? [requiredField(field)] : repeated;
}

/** Returns the errors of a changed class: fields from which volumes were made are immutable. */
export function validateStorageClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['parameters', 'provisioner', 'reclaimPolicy']) {
    if (!deepEqual(next[field], old[field])) errors.push(forbiddenField(field, `updates to ${field} are forbidden.`));
  }
  return [...errors, ...changedField('volumeBindingMode', [next['volumeBindingMode'], old['volumeBindingMode']])];
}
