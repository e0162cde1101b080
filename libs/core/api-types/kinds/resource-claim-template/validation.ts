import { claimSpecErrors } from '../../devices/claim-errors';
import type { ResourceClaimTemplate } from '../../devices/device-types';
import type { FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateTemplateMetadata } from '../../validation/metadata';
import { changedField } from '../../validation/changed-field';

/** Returns the errors of a template of claims (`ValidateResourceClaimTemplate`). */
export function validateResourceClaimTemplate(object: KubeObject): FieldError[] {
  return specErrors(object, false);
}

/** Returns the errors of a changed template: its spec is immutable. */
export function validateResourceClaimTemplateUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return [...changedField('spec', [next.spec, old.spec]), ...specErrors(next, true)];
}

function specErrors(object: KubeObject, isStored: boolean): FieldError[] {
  const { metadata, spec } = (object as Partial<ResourceClaimTemplate>).spec ?? {};
  return [
    ...validateTemplateMetadata(metadata, 'spec.metadata'),
    ...claimSpecErrors(spec?.devices, 'spec.spec', { isStored }),
  ];
}
