import { claimSpecErrors } from '../../devices/claim-errors';
import { claimStatusErrors } from '../../devices/claim-status-errors';
import type { ResourceClaim } from '../../devices/device-types';
import type { FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { changedField } from '../../validation/changed-field';

/** Returns the errors of a claim (`ValidateResourceClaim`). */
export function validateResourceClaim(object: KubeObject): FieldError[] {
  return specErrors(object, false);
}

/** A claim asks for the same as long as it is there. */
export function validateResourceClaimUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return [...changedField('spec', [next.spec, old.spec]), ...specErrors(next, true)];
}

/** Returns the errors of a written status. */
export function validateResourceClaimStatus(next: KubeObject, old: KubeObject): FieldError[] {
  return claimStatusErrors(next as ResourceClaim, old as ResourceClaim);
}

function specErrors(object: KubeObject, isStored: boolean): FieldError[] {
  return claimSpecErrors((object as Partial<ResourceClaim>).spec?.devices, 'spec', { isStored });
}
