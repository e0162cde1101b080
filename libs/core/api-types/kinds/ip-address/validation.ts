import { invalidField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, pathSegmentErrors, subdomainErrors } from '../../names/qualified-name';
import type { ParentReference } from 'kubernetes-types/networking/v1alpha1';
import type { IPAddress, KubeObject } from '../../objects';
import { declaredChanges, declaredErrors } from '../../validation/declared/declared-errors';

/** Returns the errors of an IPAddress but those of its name (`pkg/apis/networking/validation` upstream). */
export function validateIpAddress(object: KubeObject): FieldError[] {
  return declaredErrors('V1IPAddressSpec', (object as IPAddress).spec, 'spec', { parentRef: parentErrors });
}

/** An address belongs to one object as long as it is there. */
export function validateIpAddressUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const specs = [(next as IPAddress).spec, (old as IPAddress).spec] as const;
  return declaredChanges('V1IPAddressSpec', ['parentRef'], specs, 'spec');
}

function parentErrors(parent: ParentReference, field: string): FieldError[] {
  const { group = '', namespace = '' } = parent;
  const segment = (text: string, path: string): FieldError[] =>
    pathSegmentErrors(text).map((problem) => invalidField(path, text, problem));
  return [
    ...(group === '' ? [] : subdomainErrors(group).map((text) => invalidField(`${field}.group`, group, text))),
    ...declaredErrors('V1ParentReference', parent, field, { resource: segment, name: segment }),
    ...(namespace === ''
      ? []
      : dnsLabelErrors(namespace).map((text) => invalidField(`${field}.namespace`, namespace, text))),
  ];
}
