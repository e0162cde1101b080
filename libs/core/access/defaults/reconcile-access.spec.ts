import type { KubeObject } from '@orrery/api-types';
import { bindingOf, clusterRole, defaultClusterRoles, group, type DefaultObject } from './cluster-roles';
import { reconcileAccess } from './reconcile-access';
import { allow } from './rules';

const ROLE = clusterRole('watcher', [allow(['get', 'list'], '', ['pods'])], 'view');
const BINDING = bindingOf('watchers', 'watcher', [group('a'), group('b')]);
const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

function stored(
  expected: DefaultObject,
  change: object = {},
  annotations: object = expected.metadata.annotations,
): KubeObject {
  const metadata = { ...expected.metadata, annotations, uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  // A default as the store has it, with whatever a user made of it.
  return { ...expected, metadata, ...change } as unknown as KubeObject;
}

const get = allow(['get'], '', ['pods']);
const list = allow(['list'], '', ['pods']);
const other = allow(['watch'], '', ['nodes']);

test.each<[string, DefaultObject, KubeObject | undefined, object]>([
  ['a role that is not there', ROLE, undefined, { kind: 'create' }],
  ['a role as it should be', ROLE, stored(ROLE), { kind: 'keep' }],
  ['a role with more rights', ROLE, stored(ROLE, { rules: [allow(['*'], '', ['pods']), other] }), { kind: 'keep' }],
  [
    'a role without one',
    ROLE,
    stored(ROLE, { rules: [get, other] }),
    { kind: 'update', next: { rules: [get, other, list] } },
  ],
  ['a role without rules', ROLE, stored(ROLE, { rules: null }), { kind: 'update', next: { rules: [get, list] } }],
  ['a protected role', ROLE, stored(ROLE, { rules: [] }, { [AUTOUPDATE]: 'false' }), { kind: 'keep' }],
  [
    'a role without its annotation',
    ROLE,
    stored(ROLE, {}, { own: 'a' }),
    { kind: 'update', next: { metadata: { annotations: { own: 'a', [AUTOUPDATE]: 'true' } } } },
  ],
  ['a binding as it should be', BINDING, stored(BINDING), { kind: 'keep' }],
  [
    'a binding without one subject',
    BINDING,
    stored(BINDING, { subjects: [group('c'), group('b')] }),
    { kind: 'update', next: { subjects: [group('c'), group('b'), group('a')] } },
  ],
  [
    'a binding of another role',
    BINDING,
    stored(BINDING, { roleRef: { kind: 'ClusterRole', name: 'x' } }),
    { kind: 'replace' },
  ],
])('%s', (_name, expected, existing, verdict) => {
  expect(reconcileAccess(expected, existing)).toMatchObject(verdict);
});

test('an aggregated role gets its selector, and no rules', () => {
  const admin = defaultClusterRoles().find(({ metadata }) => metadata.name === 'admin')!;
  expect(reconcileAccess(admin, stored(admin, { rules: [] }))).toEqual({ kind: 'keep' });
  const own = { matchLabels: { own: 'true' } };
  const verdict = reconcileAccess(
    admin,
    stored(admin, { rules: [], aggregationRule: { clusterRoleSelectors: [own] } }),
  );
  const clusterRoleSelectors = [own, ...admin.aggregationRule!.clusterRoleSelectors!];
  expect(verdict).toMatchObject({ kind: 'update', next: { rules: [], aggregationRule: { clusterRoleSelectors } } });
});
