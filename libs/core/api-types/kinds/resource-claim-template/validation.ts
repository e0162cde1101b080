import { claimSpecErrors } from '../../devices/claim-errors';
import type { ResourceClaimTemplate } from '../../devices/device-types';
import { deepEqual } from '../../equality';
import { invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateTemplateMetadata } from '../../validation/metadata';

/** Returns the errors of a template of claims (`ValidateResourceClaimTemplate`). */
export function validateResourceClaimTemplate(object: KubeObject): FieldError[] {
  return specErrors(object, false);
}

/** Returns the errors of a changed template: its spec is immutable. */
export function validateResourceClaimTemplateUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const change = deepEqual(next.spec, old.spec) ? [] : [invalidField('spec', next.spec ?? null, 'field is immutable')];
  return [...change, ...specErrors(next, true)];
}

function specErrors(object: KubeObject, isStored: boolean): FieldError[] {
  const { metadata, spec } = (object as Partial<ResourceClaimTemplate>).spec ?? {};
  return [
    ...validateTemplateMetadata(metadata, 'spec.metadata'),
    ...claimSpecErrors(spec?.devices, 'spec.spec', { isStored }),
  ];
}
