import type { ClusterRole, PolicyRule, RoleBinding, RoleRef, Subject } from 'kubernetes-types/rbac/v1';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { pathSegmentErrors, subdomainErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { deepEqual } from '../equality';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** What is wrong with the rules of a Role or ClusterRole. */
export function validateRole(object: KubeObject): FieldError[] {
  const isNamespaced = object.kind === 'Role';
  const { rules } = object as unknown as ClusterRole;
  return (rules ?? []).flatMap((rule, i) => validateRule(rule, isNamespaced, `rules[${i}]`));
}

/** A rule is about resources, or about paths outside of them; the latter are nobody's namespace's. */
function validateRule(rule: PolicyRule, isNamespaced: boolean, field: string): FieldError[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs: urls = [] } = rule;
  const errors: FieldError[] = [];
  if ((verbs ?? []).length === 0) errors.push(requiredField(`${field}.verbs`, 'verbs must contain at least one value'));
  if (urls.length > 0) {
    const place = `${field}.nonResourceURLs`;
    if (isNamespaced) errors.push(invalidField(place, urls, 'namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalidField(place, urls, detail));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(requiredField(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(requiredField(`${field}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

/** What is wrong with a RoleBinding or ClusterRoleBinding. */
export function validateRoleBinding(object: KubeObject): FieldError[] {
  const isNamespaced = object.kind === 'RoleBinding';
  const { roleRef, subjects } = object as unknown as RoleBinding;
  return [
    ...validateRoleRef(roleRef ?? ({} as RoleRef), isNamespaced),
    ...(subjects ?? []).flatMap((subject, i) => validateSubject(subject, isNamespaced, `subjects[${i}]`)),
  ];
}

/** Who had a binding of one role shall not find it to be of another. */
export function validateBindingUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  if (deepEqual(next['roleRef'], old['roleRef'])) return [];
  return [invalidField('roleRef', next['roleRef'], 'cannot change roleRef')];
}

function validateRoleRef(
  { apiGroup = '', kind = '', name = '' }: Partial<RoleRef>,
  isNamespaced: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const kinds = isNamespaced ? ['ClusterRole', 'Role'] : ['ClusterRole'];
  if (apiGroup !== RBAC_GROUP) errors.push(unsupportedField('roleRef.apiGroup', apiGroup, [RBAC_GROUP]));
  if (!kinds.includes(kind)) errors.push(unsupportedField('roleRef.kind', kind, kinds));
  if (name === '') errors.push(requiredField('roleRef.name'));
  else for (const text of pathSegmentErrors(name)) errors.push(invalidField('roleRef.name', name, text));
  return errors;
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
      errors.push(unsupportedField(`${field}.kind`, kind ?? '', ['Group', 'ServiceAccount', 'User']));
  }
  return errors;
}
