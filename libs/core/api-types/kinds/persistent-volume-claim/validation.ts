import { compareQuantities, tryParseQuantity } from '@orrery/quantity';
import type { PersistentVolumeClaimSpec } from 'kubernetes-types/core/v1';
import { deepEqual } from '../../equality';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject, PersistentVolumeClaim } from '../../objects';
import { ClaimPhase } from '../../volumes/volume-constants';
import { validateLabelSelector } from '../../validation/label-selector';
import { validateAccessModes, validatePositiveStorage, validateVolumeMode } from '../persistent-volume/validation';

type Amounts = Readonly<Record<string, string>> | undefined;

/** What is wrong with a claim: it must say how much it wants, and for what kind of access. */
export function validatePersistentVolumeClaim(object: KubeObject): FieldError[] {
  const spec = ((object as PersistentVolumeClaim).spec ?? {}) as PersistentVolumeClaimSpec;
  const errors = validateAccessModes(spec.accessModes, 'spec.accessModes', 'at least 1 access mode is required');
  errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  const request = (spec.resources?.requests as Amounts)?.['storage'];
  if (request === undefined) errors.push(requiredField('spec.resources[storage]'));
  else errors.push(...validatePositiveStorage(request, 'spec.resources[storage]'));
  const { storageClassName } = spec;
  if (storageClassName) {
    for (const text of subdomainErrors(storageClassName)) {
      errors.push(invalidField('spec.storageClassName', storageClassName, text));
    }
  }
  errors.push(...validateVolumeMode(spec.volumeMode, 'spec.volumeMode'));
  return errors;
}

/** A claim asks once: its volume is written in once, a bound one may ask for more. */
export function validatePersistentVolumeClaimUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const after = { ...(next.spec as PersistentVolumeClaimSpec | undefined) };
  const before = { ...(old.spec as PersistentVolumeClaimSpec | undefined) };
  const status = (old as PersistentVolumeClaim).status;
  const errors: FieldError[] = [];
  if (!before.volumeName) {
    if (after.volumeName === undefined) delete before.volumeName;
    else before.volumeName = after.volumeName;
    // A class that became the default later may be filled in while no volume is bound.
    if (before.storageClassName === undefined && after.storageClassName !== undefined) {
      before.storageClassName = after.storageClassName;
    }
  }
  if (status?.phase === ClaimPhase.Bound) {
    errors.push(...validateGrowth(after, before, status.capacity as Amounts));
    if (after.resources === undefined) delete before.resources;
    else before.resources = after.resources;
  }
  if (deepEqual(after, before)) return errors;
  const detail =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [...errors, forbiddenField('spec', detail)];
}

function validateGrowth(
  after: PersistentVolumeClaimSpec,
  before: PersistentVolumeClaimSpec,
  capacity: Amounts,
): FieldError[] {
  const [wanted, had] = [storageOf(after), storageOf(before)];
  const least = quantityOf(capacity?.['storage']) ?? had;
  if (!wanted || !had || !least || compareQuantities(wanted, had) >= 0 || compareQuantities(wanted, least) >= 0)
    return [];
  return [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

function storageOf(spec: PersistentVolumeClaimSpec): ReturnType<typeof quantityOf> {
  return quantityOf((spec.resources?.requests as Amounts)?.['storage']);
}

function quantityOf(text: string | undefined) {
  const verdict = text === undefined ? undefined : tryParseQuantity(String(text));
  return verdict?.ok ? verdict.quantity : undefined;
}
