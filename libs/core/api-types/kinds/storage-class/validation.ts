import { deepEqual } from '../../equality';
import {
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
} from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { KubeObject, StorageClass } from '../../objects';

const RECLAIM_POLICIES = ['Delete', 'Retain'] as const;

const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'] as const;

/** What is wrong with a storage class. */
export function validateStorageClass(object: KubeObject): FieldError[] {
  const { provisioner, reclaimPolicy, volumeBindingMode, allowedTopologies } = object as StorageClass;
  const errors: FieldError[] = [];
  if (!provisioner) errors.push(requiredField('provisioner'));
  else {
    for (const text of qualifiedNameErrors(provisioner.toLowerCase())) {
      errors.push(invalidField('provisioner', provisioner, text));
    }
  }
  if (reclaimPolicy !== undefined && !(RECLAIM_POLICIES as readonly string[]).includes(reclaimPolicy)) {
    errors.push(unsupportedField('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES));
  }
  if (!volumeBindingMode) errors.push(requiredField('volumeBindingMode'));
  else if (!(BINDING_MODES as readonly string[]).includes(volumeBindingMode)) {
    errors.push(unsupportedField('volumeBindingMode', volumeBindingMode, BINDING_MODES));
  }
  (allowedTopologies ?? []).forEach(({ matchLabelExpressions = [] }, i) => {
    matchLabelExpressions.forEach(({ key, values }, j) => {
      const path = `allowedTopologies[${i}].matchLabelExpressions[${j}]`;
      if (!values || values.length === 0) errors.push(requiredField(`${path}.values`));
      for (const text of qualifiedNameErrors(key ?? '')) errors.push(invalidField(`${path}.key`, key ?? '', text));
    });
  });
  return errors;
}

/** Volumes were made by what the class said, so it goes on saying it. */
export function validateStorageClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['parameters', 'provisioner', 'reclaimPolicy']) {
    if (!deepEqual(next[field], old[field])) errors.push(forbiddenField(field, `updates to ${field} are forbidden.`));
  }
  const mode = next['volumeBindingMode'];
  if (mode !== old['volumeBindingMode']) {
    errors.push(invalidField('volumeBindingMode', mode ?? null, 'field is immutable'));
  }
  return errors;
}
