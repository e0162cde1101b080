import { deepEqual } from '../../equality';
import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, pathSegmentErrors, subdomainErrors } from '../../names/qualified-name';
import type { IPAddress, KubeObject } from '../../objects';

const FIELD = 'spec.parentRef';

/** Returns the errors of an IPAddress but those of its name (`pkg/apis/networking/validation` upstream). */
export function validateIpAddress(object: KubeObject): FieldError[] {
  const parent = (object as IPAddress).spec?.parentRef;
  if (!parent) return [requiredField(FIELD)];
  const { group = '', resource = '', namespace = '', name = '' } = parent;
  const invalid = (part: string, value: string, texts: readonly string[]): FieldError[] =>
    texts.map((text) => invalidField(`${FIELD}.${part}`, value, text));
  return [
    ...(group === '' ? [] : invalid('group', group, subdomainErrors(group))),
    ...(resource === ''
      ? [requiredField(`${FIELD}.resource`)]
      : invalid('resource', resource, pathSegmentErrors(resource))),
    ...(name === '' ? [requiredField(`${FIELD}.name`)] : invalid('name', name, pathSegmentErrors(name))),
    ...(namespace === '' ? [] : invalid('namespace', namespace, dnsLabelErrors(namespace))),
  ];
}

/** An address belongs to one object as long as it is there. */
export function validateIpAddressUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [next, old].map((object) => (object as IPAddress).spec?.parentRef);
  return deepEqual(after, before) ? [] : [invalidField(FIELD, after, 'field is immutable')];
}
