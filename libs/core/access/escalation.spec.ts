import { kindByGvk } from '@orrery/api-types';
import type { Access } from './access';
import { refuseEscalation } from './escalation';
import { decideByRoles } from './rbac';
import type { RoleObject } from './roles/role-objects';
import { missingRights } from './rules/missing-rights';
import { indexOf, makeAggregated, makeBinding, makeClusterRole, makeRole, rule, user } from './testing/make-role';

const jane = { name: 'jane', groups: ['system:authenticated'] };
const master = { name: 'root', groups: ['system:masters'] };

describe('missing rights', () => {
  test.each([
    { name: 'nothing of what is held', held: [rule('get list', 'pods')], wanted: [rule('get', 'pods')], want: [] },
    {
      name: 'the verb that is not',
      held: [rule('get', 'pods')],
      wanted: [rule('get delete', 'pods')],
      want: [{ apiGroups: [''], resources: ['pods'], verbs: ['delete'] }],
    },
    { name: 'nothing to who has all', held: [rule('*', '*', '*')], wanted: [rule('*', '*', '*')], want: [] },
    {
      name: 'all to who has some',
      held: [rule('get', 'pods')],
      wanted: [rule('get', '*')],
      want: [{ apiGroups: [''], resources: ['*'], verbs: ['get'] }],
    },
    {
      name: 'all names to who has one',
      held: [rule('get', 'pods', '', ['web'])],
      wanted: [rule('get', 'pods')],
      want: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
    {
      name: 'no name to who has all',
      held: [rule('get', 'pods')],
      wanted: [rule('get', 'pods', '', ['web'])],
      want: [],
    },
    {
      name: 'no scale to who has all scales',
      held: [rule('get', '*/scale')],
      wanted: [rule('get', 'x/scale')],
      want: [],
    },
    {
      name: 'a path outside of those held',
      held: [{ verbs: ['get'], nonResourceURLs: ['/apis/*'] }],
      wanted: [{ verbs: ['get'], nonResourceURLs: ['/apis/apps', '/metrics'] }],
      want: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }],
    },
  ])('are $name', ({ held, wanted, want }) => {
    expect(missingRights(held, wanted)).toEqual(want);
  });
});

describe('who writes a role or a binding', () => {
  const roles = [
    makeClusterRole('reader', [rule('get list', 'pods')]),
    makeClusterRole('writer', [rule('create', 'pods')]),
    makeClusterRole('escalator', [rule('escalate', 'roles', 'rbac.authorization.k8s.io')]),
    makeClusterRole('binder', [rule('bind', 'clusterroles', 'rbac.authorization.k8s.io', ['writer'])]),
  ];
  const write = (held: readonly string[], object: RoleObject, who = jane, oldObject?: RoleObject) => {
    const index = indexOf(
      ...roles,
      ...held.map((role) => makeBinding('a', role, `ClusterRole/${role}`, [user('jane')])),
    );
    const isAllowed = (access: Access): boolean => decideByRoles(index, who, access).allowed;
    const kind = kindByGvk(object.apiVersion, object.kind)!;
    return refuseEscalation({ index, user: who, isAllowed, kind, object, oldObject })?.message;
  };
  const grantsCreate = makeRole('a', 'new', [rule('create update', 'pods')]);
  const refusal =
    'roles.rbac.authorization.k8s.io "new" is forbidden: user "jane" (groups=["system:authenticated"]) is attempting to ' +
    'grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["create" "update"]}';

  test.each([
    { name: 'needs what it gives', held: ['reader'], object: grantsCreate, want: refusal },
    {
      name: 'may give what they have',
      held: ['reader'],
      object: makeRole('a', 'new', [rule('get', 'pods')]),
      want: undefined,
    },
    {
      name: 'has it in that namespace only',
      held: ['reader'],
      object: makeRole('b', 'new', [rule('get', 'pods')]),
      want: expect.stringContaining(
        'not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
      ) as string,
    },
    { name: 'may give all with escalate', held: ['escalator'], object: grantsCreate, want: undefined },
    {
      name: 'needs what a bound role gives',
      held: ['reader'],
      object: makeBinding('a', 'new', 'ClusterRole/writer', [user('joe')]),
      want: expect.stringContaining('rolebindings.rbac.authorization.k8s.io "new" is forbidden: user "jane"') as string,
    },
    {
      name: 'may bind what they have',
      held: ['reader'],
      object: makeBinding('a', 'new', 'ClusterRole/reader', []),
      want: undefined,
    },
    {
      name: 'may bind with bind',
      held: ['binder'],
      object: makeBinding('a', 'new', 'ClusterRole/writer', []),
      want: undefined,
    },
    {
      name: 'must bind a role that is there',
      held: ['reader'],
      object: makeBinding('a', 'new', 'ClusterRole/none', []),
      want: 'rolebindings.rbac.authorization.k8s.io "none" not found',
    },
    {
      name: 'must have everything to aggregate',
      held: ['reader'],
      object: makeAggregated('new', 'label'),
      want: 'clusterroles.rbac.authorization.k8s.io "new" is forbidden: must have cluster-admin privileges to use an aggregationRule',
    },
  ])('$name', ({ held, object, want }) => {
    expect(write(held, object)).toEqual(want);
    expect(write([], object, master)).toBeUndefined();
  });

  test('is not asked again for what stays as it is', () => {
    expect(write([], grantsCreate, jane, grantsCreate)).toBeUndefined();
    const poorer = makeRole('a', 'new', [rule('get', 'pods')]);
    expect(write([], grantsCreate, jane, poorer)).toBe(refusal);
  });
});
