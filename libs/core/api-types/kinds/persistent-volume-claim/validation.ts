import { compareQuantities, tryParseQuantity, ZERO_QUANTITY } from '@orrery/quantity';
import type { PersistentVolumeClaimSpec } from 'kubernetes-types/core/v1';
import { deepEqual } from '../../equality';
import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject, PersistentVolumeClaim } from '../../objects';
import { validateClaimSpec } from '../../validation/claim-spec';
import { ClaimPhase } from '../../volumes/volume-constants';

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

type ClaimSpec = Partial<PersistentVolumeClaimSpec> & { readonly volumeAttributesClassName?: string };
type Amounts = Readonly<Record<string, string>> | undefined;

/** Returns the errors of a claim: it must request an amount and a mode of access. */
export function validatePersistentVolumeClaim(object: KubeObject): FieldError[] {
  return validateClaimSpec((object as PersistentVolumeClaim).spec ?? {}, 'spec');
}

/**
 * Returns the errors of a changed claim and with the change: its volume is written in once, a bound one may ask for more and
 * for another class of attributes (`ValidatePersistentVolumeClaimUpdate`).
 */
export function validatePersistentVolumeClaimUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [(next.spec ?? {}) as ClaimSpec, (old.spec ?? {}) as ClaimSpec];
  const { phase, capacity } = (old as PersistentVolumeClaim).status ?? {};
  const errors = validatePersistentVolumeClaim(next);
  errors.push(...validateClassAnnotation(next, old));
  if (!deepEqual(withoutMutable(after, before, phase === ClaimPhase.Bound), withoutEmptyVolume(before, after))) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbiddenField('spec', detail));
  }
  errors.push(...validateGrowth(after, before, capacity as Amounts));
  if (after.volumeMode !== before.volumeMode) {
    errors.push(invalidField('volumeMode', after.volumeMode ?? null, 'field is immutable'));
  }
  return [...errors, ...validateAttributesClass(after, before)];
}

/** Returns the new spec, with the old values of its mutable fields. */
function withoutMutable(after: ClaimSpec, before: ClaimSpec, isBound: boolean): ClaimSpec {
  const kept: Record<string, unknown> = { ...after };
  const requests = after.resources?.requests as Amounts;
  const had = (before.resources?.requests as Amounts)?.['storage'];
  if (isBound && requests && had !== undefined) {
    kept['resources'] = { ...after.resources, requests: { ...requests, storage: had } };
  }
  if (isBound && after.volumeAttributesClassName !== undefined) {
    delete kept['volumeAttributesClassName'];
    const { volumeAttributesClassName: name } = before;
    if (name !== undefined) kept['volumeAttributesClassName'] = name;
  }
  // A class that became the default later may be filled in.
  if (before.storageClassName === undefined) delete kept['storageClassName'];
  return kept as ClaimSpec;
}

function withoutEmptyVolume(before: ClaimSpec, after: ClaimSpec): ClaimSpec {
  if (before.volumeName || after.volumeName === undefined) return before;
  return { ...before, volumeName: after.volumeName };
}

function validateClassAnnotation(next: KubeObject, old: KubeObject): FieldError[] {
  const [now = '', before = ''] = [next.metadata.annotations?.[BETA_CLASS], old.metadata.annotations?.[BETA_CLASS]];
  return now === before ? [] : [invalidField(`metadata.annotations.${BETA_CLASS}`, now, 'field is immutable')];
}

function validateAttributesClass(after: ClaimSpec, before: ClaimSpec): FieldError[] {
  if (before.volumeAttributesClassName === undefined || after.volumeAttributesClassName) return [];
  const to = after.volumeAttributesClassName === undefined ? 'nil' : 'an empty string';
  return [forbiddenField('spec.volumeAttributesClassName', `update from non-nil value to ${to} is forbidden`)];
}

/** Less may be asked for after an expansion that failed, but not less than there is. */
function validateGrowth(after: ClaimSpec, before: ClaimSpec, capacity: Amounts): FieldError[] {
  const [wanted, had] = [storageOf(after), storageOf(before)];
  const least = quantityOf(capacity?.['storage']) ?? ZERO_QUANTITY;
  if (!wanted || !had || compareQuantities(wanted, had) >= 0 || compareQuantities(wanted, least) > 0) return [];
  return [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

function storageOf(spec: ClaimSpec): ReturnType<typeof quantityOf> {
  return quantityOf((spec.resources?.requests as Amounts)?.['storage']);
}

function quantityOf(text: string | undefined) {
  const verdict = text === undefined ? undefined : tryParseQuantity(String(text));
  return verdict?.ok ? verdict.quantity : undefined;
}
