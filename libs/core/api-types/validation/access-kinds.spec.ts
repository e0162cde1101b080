import { renderFieldError } from '../errors/field-error';
import { validateBindingUpdate, validateRoleBinding } from '../kinds/role-binding/validation';
import { validateRole } from '../kinds/role/validation';
import type { KubeObject } from '../objects';

const metadata = { name: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
const object = (kind: string, fields: object): KubeObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata,
  ...fields,
});
const apiGroup = 'rbac.authorization.k8s.io';
const roleRef = { apiGroup, kind: 'ClusterRole', name: 'view' };

test.each([
  { kind: 'Role', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }], want: [] },
  { kind: 'ClusterRole', rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }], want: [] },
  {
    kind: 'ClusterRole',
    rules: [{}],
    want: [
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ],
  },
  {
    kind: 'Role',
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    want: ['rules[0].nonResourceURLs: Invalid value: ["/metrics"]: namespaced rules cannot apply to non-resource URLs'],
  },
  {
    kind: 'ClusterRole',
    rules: [{ nonResourceURLs: ['/x'], resources: ['pods'], verbs: ['get'] }],
    want: [
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
  },
])('$kind with $rules: $want', ({ kind, rules, want }) => {
  expect(validateRole(object(kind, { rules })).map(renderFieldError)).toEqual(want);
});

test.each([
  { kind: 'RoleBinding', fields: { roleRef, subjects: [{ kind: 'User', name: 'u', apiGroup }] }, want: [] },
  { kind: 'RoleBinding', fields: { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'u' }] }, want: [] },
  {
    kind: 'ClusterRoleBinding',
    fields: { roleRef: { ...roleRef, kind: 'Role' }, subjects: [{ kind: 'ServiceAccount', name: 'u' }] },
    want: [
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'subjects[0].namespace: Required value',
    ],
  },
  {
    kind: 'RoleBinding',
    fields: { subjects: [{ kind: 'Team', name: '' }] },
    want: [
      'roleRef.apiGroup: Unsupported value: "": supported values: "rbac.authorization.k8s.io"',
      'roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"',
      'roleRef.name: Required value',
      'subjects[0].name: Required value',
      'subjects[0].kind: Unsupported value: "Team": supported values: "ServiceAccount", "User", "Group"',
    ],
  },
])('$kind with $fields: $want', ({ kind, fields, want }) => {
  expect(validateRoleBinding(object(kind, fields)).map(renderFieldError)).toEqual(want);
});

test('the role of a binding stays', () => {
  const old = object('RoleBinding', { roleRef });
  expect(validateBindingUpdate(old, old)).toEqual([]);
  const [error] = validateBindingUpdate(object('RoleBinding', { roleRef: { ...roleRef, name: 'edit' } }), old);
  expect(renderFieldError(error!)).toMatch(/^roleRef: Invalid value: .*: cannot change roleRef$/);
});
