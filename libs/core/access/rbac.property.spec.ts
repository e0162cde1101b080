import fc from 'fast-check';
import { resourceAccess, type User } from './access';
import { decideByRoles } from './rbac';
import type { BindingObject, RoleObject } from './roles/role-objects';
import { RoleIndex } from './roles/role-index';
import { matchesResource } from './rules/policy-rule';
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

const verbs = fc.constantFrom('get', 'list', '*');
const resources = fc.constantFrom('pods', 'pods/log', 'nodes', '*');
const rules = fc.array(
  fc.tuple(verbs, resources).map(([verb, resource]) => rule(verb, resource)),
  { maxLength: 2 },
);
const labels = fc.constantFrom({}, { l1: 'true' }, { l2: 'true' });
const subjects = fc.subarray([user('u'), user('v'), group('g'), { kind: 'ServiceAccount', name: 's', namespace: 'a' }]);
const namespaces = fc.constantFrom('a', 'b');
const roleNames = fc.constantFrom('r1', 'r2', 'r3');

const objects: fc.Arbitrary<RoleObject> = fc.oneof(
  fc.tuple(roleNames, rules, labels).map(([name, own, label]) => makeClusterRole(name, own, label)),
  fc
    .tuple(roleNames, fc.constantFrom('l1', 'l2'), labels)
    .map(([name, into, label]) => makeAggregated(name, into, label)),
  fc.tuple(namespaces, roleNames, rules).map(([namespace, name, own]) => makeRole(namespace, name, own)),
  fc
    .tuple(fc.constantFrom('b1', 'b2'), roleNames, subjects)
    .map(([name, role, whom]) => makeBinding('', name, `ClusterRole/${role}`, whom)),
  fc
    .tuple(namespaces, fc.constantFrom('b1', 'b2'), fc.constantFrom('Role', 'ClusterRole'), roleNames, subjects)
    .map(([namespace, name, kind, role, whom]) => makeBinding(namespace, name, `${kind}/${role}`, whom)),
);
const steps = fc.array(fc.record({ object: objects, goes: fc.boolean() }), { maxLength: 25 });

const users: readonly User[] = [
  { name: 'u', groups: [] },
  { name: 'w', groups: ['g'] },
  { name: 'system:serviceaccount:a:s', groups: [] },
];
const questions = ['get', 'list'].flatMap((verb) =>
  ['pods', 'nodes'].flatMap((resource) =>
    ['', 'log'].flatMap((subresource) =>
      ['', 'a', 'b'].map((namespace) => resourceAccess({ verb, resource, subresource, namespace })),
    ),
  ),
);

const keyOf = ({ kind, metadata }: RoleObject): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;

/** The same question answered the slow way: every binding, every role, every rule. */
function decideSlowly(state: ReadonlyMap<string, RoleObject>, who: User, access: (typeof questions)[number]): boolean {
  const rulesOf = (role: RoleObject, path: readonly string[]): readonly ReturnType<typeof rule>[] => {
    if (!role.aggregationRule) return (role.rules ?? []) as never;
    const label = Object.keys(role.aggregationRule.clusterRoleSelectors![0]!.matchLabels!)[0]!;
    return [...state.values()]
      .filter(({ kind, metadata }) => kind === 'ClusterRole' && metadata.labels?.[label] === 'true')
      .filter(({ metadata }) => ![...path, role.metadata.name].includes(metadata.name))
      .flatMap((member) => rulesOf(member, [...path, role.metadata.name]));
  };
  return [...state.values()].some((object) => {
    if (!object.kind.endsWith('Binding')) return false;
    const { metadata, roleRef, subjects: named = [] } = object as BindingObject;
    if (metadata.namespace !== undefined && metadata.namespace !== access.namespace) return false;
    const isMeant = (named ?? []).some(({ kind, name, namespace }) =>
      kind === 'Group'
        ? who.groups.includes(name)
        : who.name === (kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`),
    );
    const role = state.get(`${roleRef.kind} ${roleRef.kind === 'Role' ? metadata.namespace : ''}/${roleRef.name}`);
    return isMeant && role !== undefined && rulesOf(role, []).some((each) => matchesResource(each, access));
  });
}

test('whatever changes in whatever order, the index answers as a look at everything would', () => {
  fc.assert(
    fc.property(steps, (changes) => {
      const state = new Map<string, RoleObject>();
      const index = new RoleIndex();
      for (const { object, goes } of changes) {
        const key = keyOf(object);
        const previous = state.get(key);
        if (goes && previous) {
          state.delete(key);
          remove(index, previous);
        } else if (!goes) {
          state.set(key, object);
          put(index, object, previous);
        }
        for (const who of users) {
          for (const access of questions) {
            expect(decideByRoles(index, who, access).allowed).toBe(decideSlowly(state, who, access));
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('the order in which objects come makes no difference', () => {
  fc.assert(
    fc.property(fc.uniqueArray(objects, { selector: keyOf, maxLength: 10 }), (all) => {
      const forth = indexOf(...all);
      const back = indexOf(...[...all].reverse());
      for (const who of users) {
        for (const access of questions) {
          expect(decideByRoles(back, who, access).allowed).toBe(decideByRoles(forth, who, access).allowed);
        }
      }
    }),
    { numRuns: 150 },
  );
});
