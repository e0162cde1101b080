import type { RoleBinding, RoleRef, Subject } from 'kubernetes-types/rbac/v1';
import { deepEqual } from '../../equality';
import { type FieldError, invalidField, requiredField, unsupportedField } from '../../errors/field-error';
import { pathSegmentErrors, subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { declaredErrors } from '../../validation/declared/declared-errors';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Returns the errors of a RoleBinding or ClusterRoleBinding. */
export function validateRoleBinding(object: KubeObject): FieldError[] {
  const isNamespaced = object.kind === 'RoleBinding';
  // KubeObject keeps its other fields as unknown; validation looks at each.
  const { roleRef, subjects } = object as unknown as RoleBinding;
  return [
    ...validateRoleRef(roleRef ?? ({} as RoleRef), isNamespaced),
    ...(subjects ?? []).flatMap((subject, i) => validateSubject(subject, isNamespaced, `subjects[${i}]`)),
  ];
}

/** Returns an error if the role of a binding changed: its subjects keep the role that they were given. */
export function validateBindingUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  if (deepEqual(next['roleRef'], old['roleRef'])) return [];
  return [invalidField('roleRef', next['roleRef'], 'cannot change roleRef')];
}

function validateRoleRef(
  { apiGroup = '', kind = '', name = '' }: Partial<RoleRef>,
  isNamespaced: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const kinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  if (apiGroup !== RBAC_GROUP) errors.push(unsupportedField('roleRef.apiGroup', apiGroup, [RBAC_GROUP]));
  if (!kinds.includes(kind)) errors.push(unsupportedField('roleRef.kind', kind, kinds));
  const ofName = (text: string, field: string): FieldError[] =>
    pathSegmentErrors(text).map((problem) => invalidField(field, text, problem));
  return [...errors, ...declaredErrors('V1RoleRef', { name }, 'roleRef', { name: ofName })];
}

function validateSubject(subject: Subject, isNamespaced: boolean, field: string): FieldError[] {
  const { kind, name = '', namespace = '', apiGroup = '' } = subject;
  const errors: FieldError[] = [];
  if (name === '') errors.push(requiredField(`${field}.name`));
  switch (kind) {
    case 'ServiceAccount':
      if (name !== '') for (const text of subdomainErrors(name)) errors.push(invalidField(`${field}.name`, name, text));
      if (apiGroup !== '') errors.push(unsupportedField(`${field}.apiGroup`, apiGroup, ['']));
      if (!isNamespaced && namespace === '') errors.push(requiredField(`${field}.namespace`));
      break;
    case 'User':
    case 'Group':
      if (apiGroup !== RBAC_GROUP) errors.push(unsupportedField(`${field}.apiGroup`, apiGroup, [RBAC_GROUP]));
      break;
    default:
      errors.push(unsupportedField(`${field}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group']));
  }
  return errors;
}
