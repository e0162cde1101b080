import { resourceAccess, type Access } from './access';
import { denied } from './denial';
import { defaultClusterRoleBindings, defaultClusterRoles } from './defaults/cluster-roles';
import { decideByRoles, rulesOfUser } from './rbac';
import type { RoleObject } from './roles/role-objects';
import {
  group,
  indexOf,
  makeAggregated,
  makeBinding,
  makeClusterRole,
  makeRole,
  put,
  remove,
  rule,
  user,
} from './testing/make-role';
import { ADMINISTRATOR, ANONYMOUS } from './users/well-known';

const jane = { name: 'jane', groups: ['devs', 'system:authenticated'] };
const account = { name: 'system:serviceaccount:kube-system:bot', groups: ['system:serviceaccounts'] };
const on = (text: string, namespace = '', name = ''): Access => {
  const [verb = '', whole = '', apiGroup = ''] = text.split(' ');
  const [resource = '', subresource = ''] = whole.split('/');
  return resourceAccess({ verb, group: apiGroup, resource, subresource, namespace, name });
};

describe('a rule', () => {
  const may = (rules: ReturnType<typeof rule>[], access: Access): boolean =>
    decideByRoles(
      indexOf(makeClusterRole('r', rules), makeBinding('', 'b', 'ClusterRole/r', [user('jane')])),
      jane,
      access,
    ).allowed;

  test.each([
    { name: 'allows what it names', rules: [rule('get', 'pods')], access: on('get pods', 'a'), want: true },
    { name: 'not another verb', rules: [rule('get', 'pods')], access: on('list pods', 'a'), want: false },
    { name: 'not another resource', rules: [rule('get', 'pods')], access: on('get nodes'), want: false },
    { name: 'not another group', rules: [rule('get', 'deployments')], access: on('get deployments apps'), want: false },
    { name: 'all verbs with *', rules: [rule('*', 'pods')], access: on('deletecollection pods', 'a'), want: true },
    {
      name: 'all groups with *',
      rules: [rule('get', 'deployments', '*')],
      access: on('get deployments apps'),
      want: true,
    },
    { name: 'all resources with *', rules: [rule('get', '*')], access: on('get secrets', 'a'), want: true },
    { name: 'subresources with *', rules: [rule('create', '*')], access: on('create pods/binding', 'a'), want: true },
    {
      name: 'no subresource by its resource',
      rules: [rule('create', 'pods')],
      access: on('create pods/binding', 'a'),
      want: false,
    },
    {
      name: 'a subresource',
      rules: [rule('create', 'pods/binding')],
      access: on('create pods/binding', 'a'),
      want: true,
    },
    {
      name: 'no resource by its subresource',
      rules: [rule('create', 'pods/binding')],
      access: on('create pods', 'a'),
      want: false,
    },
    {
      name: 'a subresource of any',
      rules: [rule('update', '*/scale', '*')],
      access: on('update deployments/scale apps', 'a'),
      want: true,
    },
    {
      name: 'a subresource of any, not the resource',
      rules: [rule('update', '*/scale', '*')],
      access: on('update deployments apps', 'a'),
      want: false,
    },
    {
      name: 'a named object',
      rules: [rule('get', 'pods', '', ['web'])],
      access: on('get pods', 'a', 'web'),
      want: true,
    },
    {
      name: 'no object of another name',
      rules: [rule('get', 'pods', '', ['web'])],
      access: on('get pods', 'a', 'db'),
      want: false,
    },
    {
      name: 'no list by a name',
      rules: [rule('list', 'pods', '', ['web'])],
      access: on('list pods', 'a'),
      want: false,
    },
    {
      name: 'a list of one name',
      rules: [rule('list', 'pods', '', ['web'])],
      access: on('list pods', 'a', 'web'),
      want: true,
    },
    { name: 'no path', rules: [rule('*', '*', '*')], access: { verb: 'get', path: '/metrics' }, want: false },
  ])('$name', ({ rules, access, want }) => {
    expect(may(rules, access)).toBe(want);
  });

  test.each([
    { pattern: '/metrics', path: '/metrics', want: true },
    { pattern: '/metrics', path: '/metrics/slis', want: false },
    { pattern: '/apis/*', path: '/apis/apps/v1', want: true },
    { pattern: '/apis/*', path: '/apis', want: false },
    { pattern: '*', path: '/anything', want: true },
  ])('for path $pattern: $path is $want', ({ pattern, path, want }) => {
    expect(may([{ verbs: ['get'], nonResourceURLs: [pattern] } as never], { verb: 'get', path })).toBe(want);
  });
});

describe('a binding', () => {
  const reader = makeClusterRole('reader', [rule('get', 'pods')]);

  test.each([
    { name: 'a user', binding: makeBinding('', 'b', 'ClusterRole/reader', [user('jane')]), who: jane, want: true },
    { name: 'a group', binding: makeBinding('', 'b', 'ClusterRole/reader', [group('devs')]), who: jane, want: true },
    {
      name: 'no other user',
      binding: makeBinding('', 'b', 'ClusterRole/reader', [user('joe')]),
      who: jane,
      want: false,
    },
    {
      name: 'no group of a user’s name',
      binding: makeBinding('', 'b', 'ClusterRole/reader', [group('jane')]),
      who: jane,
      want: false,
    },
    {
      name: 'a service account',
      binding: makeBinding('', 'b', 'ClusterRole/reader', [
        { kind: 'ServiceAccount', name: 'bot', namespace: 'kube-system' },
      ]),
      who: account,
      want: true,
    },
    {
      name: 'no service account of another namespace',
      binding: makeBinding('', 'b', 'ClusterRole/reader', [
        { kind: 'ServiceAccount', name: 'bot', namespace: 'default' },
      ]),
      who: account,
      want: false,
    },
  ])('is for $name', ({ binding, who, want }) => {
    expect(decideByRoles(indexOf(reader, binding), who, on('get pods', 'a')).allowed).toBe(want);
  });

  test('of a cluster role in a namespace counts there alone', () => {
    const index = indexOf(reader, makeBinding('a', 'b', 'ClusterRole/reader', [user('jane')]));
    expect(decideByRoles(index, jane, on('get pods', 'a')).allowed).toBe(true);
    expect(decideByRoles(index, jane, on('get pods', 'b')).allowed).toBe(false);
    expect(decideByRoles(index, jane, on('get pods')).allowed).toBe(false);
  });

  test('names the role of its own namespace', () => {
    const role = makeRole('a', 'reader', [rule('get', 'pods')]);
    const index = indexOf(role, makeBinding('b', 'b', 'Role/reader', [user('jane')]));
    expect(decideByRoles(index, jane, on('get pods', 'b'))).toEqual({
      allowed: false,
      reason: 'RBAC: role.rbac.authorization.k8s.io "reader" not found',
    });
    put(index, makeBinding('a', 'b', 'Role/reader', [user('jane')]));
    expect(decideByRoles(index, jane, on('get pods', 'a'))).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "b/a" of Role "reader" to User "jane"',
    });
  });

  test('counts from the moment it is there until it is gone', () => {
    const binding = makeBinding('', 'b', 'ClusterRole/reader', [user('jane')]);
    const index = indexOf(reader);
    const ask = (): boolean => decideByRoles(index, jane, on('get pods', 'a')).allowed;
    expect(ask()).toBe(false);
    put(index, binding);
    expect(ask()).toBe(true);
    const forJoe = makeBinding('', 'b', 'ClusterRole/reader', [user('joe')]);
    put(index, forJoe, binding);
    expect(ask()).toBe(false);
    put(index, binding, forJoe);
    expect(ask()).toBe(true);
    remove(index, reader);
    expect(ask()).toBe(false);
    put(index, reader);
    remove(index, binding);
    expect(ask()).toBe(false);
  });
});

describe('an aggregated role', () => {
  const binding = makeBinding('', 'b', 'ClusterRole/all', [user('jane')]);
  const all = makeAggregated('all', 'into-all');
  const ask = (index: ReturnType<typeof indexOf>): boolean => decideByRoles(index, jane, on('get pods', 'a')).allowed;
  const member = (name: string, rules: RoleObject['rules']): RoleObject =>
    makeClusterRole(name, rules ?? [], { 'into-all': 'true' });

  test('has the rules of those with its label, whenever they come', () => {
    const index = indexOf(all, binding);
    expect(ask(index)).toBe(false);
    const reader = member('reader', [rule('get', 'pods')]);
    put(index, reader);
    expect(ask(index)).toBe(true);
    const unlabelled = makeClusterRole('reader', [rule('get', 'pods')]);
    put(index, unlabelled, reader);
    expect(ask(index)).toBe(false);
    put(index, reader, unlabelled);
    const poorer = member('reader', [rule('list', 'pods')]);
    put(index, poorer, reader);
    expect(ask(index)).toBe(false);
  });

  test('is made of roles that are made of others, and of itself', () => {
    const middle = makeAggregated('middle', 'into-middle', { 'into-all': 'true' });
    const looping = makeAggregated('all', 'into-all', { 'into-middle': 'true' });
    const index = indexOf(looping, middle, binding);
    expect(ask(index)).toBe(false);
    const leaf = makeClusterRole('leaf', [rule('get', 'pods')], { 'into-middle': 'true' });
    put(index, leaf);
    expect(ask(index)).toBe(true);
    remove(index, leaf);
    expect(ask(index)).toBe(false);
  });
});

describe('the default roles', () => {
  const index = indexOf(...([...defaultClusterRoles(), ...defaultClusterRoleBindings()] as unknown as RoleObject[]));
  const namespaced = (role: string) => {
    put(index, makeBinding('a', `b-${role}`, `ClusterRole/${role}`, [user(role)]));
    return { name: role, groups: ['system:authenticated'] };
  };

  test.each([
    ['view', 'list pods', true],
    ['view', 'get secrets', false],
    ['view', 'create pods', false],
    ['view', 'get roles rbac.authorization.k8s.io', false],
    ['edit', 'list pods', true],
    ['edit', 'create pods', true],
    ['edit', 'get secrets', true],
    ['edit', 'patch deployments apps', true],
    ['edit', 'create pods/eviction', true],
    ['edit', 'create pods/binding', false],
    ['edit', 'create rolebindings rbac.authorization.k8s.io', false],
    ['edit', 'create resourcequotas', false],
    ['admin', 'create pods', true],
    ['admin', 'create rolebindings rbac.authorization.k8s.io', true],
    ['admin', 'create pods/binding', false],
    ['admin', 'create resourcequotas', false],
    ['cluster-admin', 'create pods/binding', true],
  ])('%s: %s is %s', (role, access, want) => {
    expect(decideByRoles(index, namespaced(role), on(access, 'a')).allowed).toBe(want);
    expect(decideByRoles(index, namespaced(role), on(access, 'elsewhere')).allowed).toBe(false);
  });

  test.each([
    { who: ADMINISTRATOR, access: on('delete nodes'), want: true },
    { who: jane, access: on('create selfsubjectaccessreviews authorization.k8s.io'), want: true },
    { who: jane, access: { verb: 'get', path: '/apis/apps' }, want: true },
    { who: jane, access: { verb: 'get', path: '/metrics' }, want: false },
    { who: ANONYMOUS, access: { verb: 'get', path: '/readyz' }, want: true },
    { who: ANONYMOUS, access: { verb: 'get', path: '/api' }, want: false },
    { who: ANONYMOUS, access: on('create selfsubjectaccessreviews authorization.k8s.io'), want: false },
    { who: { name: 'system:kube-scheduler', groups: [] }, access: on('create pods/binding', 'a'), want: true },
  ])('$who.name: $access is $want', ({ who, access, want }) => {
    expect(decideByRoles(index, who, access).allowed).toBe(want);
  });

  test('are shown with the rules that their members come to', () => {
    for (const role of defaultClusterRoles().filter(({ aggregationRule }) => aggregationRule)) {
      const { name } = role.metadata;
      const held = index.rulesOf({ kind: 'ClusterRole', name }, '')!;
      expect(new Set(held.map((each) => JSON.stringify(each)))).toEqual(
        new Set(role.rules!.map((each) => JSON.stringify(each))),
      );
    }
  });

  test('the rules of an administrator are those of the role that the group is bound to', () => {
    const administrator = { name: 'admin', groups: ['system:masters'] };
    expect(rulesOfUser(index, administrator, 'a').rules.filter(({ resources }) => resources?.includes('*'))).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    ]);
    expect(rulesOfUser(indexOf(), administrator, 'a').rules).toEqual([]);
  });

  test('the rules of a user are those of the cluster and of the namespace', () => {
    const { rules, error } = rulesOfUser(index, namespaced('view'), 'a');
    expect(error).toBe('');
    expect(rules).toContainEqual(
      expect.objectContaining({ resources: ['namespaces'], verbs: ['get', 'list', 'watch'] }),
    );
    expect(rules.some(({ nonResourceURLs }) => nonResourceURLs?.includes('/api/*'))).toBe(true);
  });
});

test.each([
  {
    access: on('list pods', 'ns'),
    want: 'pods is forbidden: User "x" cannot list resource "pods" in API group "" in the namespace "ns"',
  },
  {
    access: on('get nodes', '', 'n1'),
    want: 'nodes "n1" is forbidden: User "x" cannot get resource "nodes" in API group "" at the cluster scope',
  },
  {
    access: on('patch deployments/scale apps', 'ns', 'web'),
    want: 'deployments.apps "web" is forbidden: User "x" cannot patch resource "deployments/scale" in API group "apps" in the namespace "ns"',
  },
  { access: { verb: 'get', path: '/metrics' }, want: 'forbidden: User "x" cannot get path "/metrics"' },
])('the message names what is denied: $want', ({ access, want }) => {
  const error = denied({ name: 'x', groups: [] }, access, { allowed: false, reason: '' });
  expect(error.message).toBe(want);
  expect(error.reason).toBe('Forbidden');
  expect(denied({ name: 'x', groups: [] }, access, { allowed: false, reason: 'RBAC: y' }).message).toBe(
    `${want}: RBAC: y`,
  );
});
