import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASES } from '@orrery/api-types';
import type { PolicyRule } from '../rules/policy-rule';
import type { DefaultObject } from './cluster-roles';
import { defaultAccess } from './default-access';
import { namespacedAccess } from './namespaced-roles';

/** Responses of kube-apiserver 1.20.2 for the roles and bindings of a new cluster, without additions of the store. */
const RECORDED = JSON.parse(readFileSync(join(__dirname, 'testdata/roles-1.20.2.json'), 'utf8')) as Recorded[];

interface Recorded extends Omit<DefaultObject, 'apiVersion' | 'metadata'> {
  readonly metadata: DefaultObject['metadata'];
}

const nameOf = ({ kind, metadata: { name, namespace = '' } }: Pick<DefaultObject, 'kind' | 'metadata'>): string =>
  `${kind} ${namespace}/${name}`;
const byName = (a: string, b: string): number => (a < b ? -1 : 1);
const sorted = (words: readonly string[] = []): readonly string[] => [...words].sort();
const ruleText = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string =>
  JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((words) => sorted(words)));

const comparable = ({ kind, metadata, rules, subjects, roleRef, aggregationRule }: Recorded): object => ({
  kind,
  metadata,
  roleRef: roleRef ?? null,
  aggregationRule: aggregationRule ?? null,
  rules: (rules ?? []).map(ruleText).sort(),
  subjects: subjects ?? [],
});

test('k8s-1.20 has the roles and bindings that kube-apiserver 1.20.2 has', () => {
  const own = new Map([...defaultAccess('k8s-1.20'), ...namespacedAccess()].map((object) => [nameOf(object), object]));
  const inPublic = [...own.keys()].filter((name) => name.includes(' kube-public/'));
  expect([...own.keys()].filter((name) => !inPublic.includes(name)).sort(byName)).toEqual(
    RECORDED.map(nameOf).sort(byName),
  );
  for (const recorded of RECORDED) expect(comparable(own.get(nameOf(recorded))!)).toEqual(comparable(recorded));
  expect(inPublic).toHaveLength(2);
});

test.each(RELEASES)('%s: each object is there once, and each binding leads to a role', (release) => {
  const objects = [...defaultAccess(release), ...namespacedAccess()];
  const names = objects.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  for (const { roleRef, metadata } of objects.filter((object) => object.roleRef)) {
    const namespace = roleRef!.kind === 'Role' ? metadata.namespace! : '';
    expect(names).toContain(`${roleRef!.kind} ${namespace}/${roleRef!.name}`);
  }
});

test('editors may write endpoints and not events, until they may write events and not endpoints', () => {
  const mayCreate = (release: 'modern' | 'k8s-1.20', resource: string): boolean => {
    const edit = defaultAccess(release).find(
      ({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'edit',
    );
    return edit!.rules!.some(
      ({ verbs, apiGroups, resources }) =>
        verbs.includes('create') && apiGroups?.includes('') === true && resources?.includes(resource) === true,
    );
  };
  expect([mayCreate('k8s-1.20', 'endpoints'), mayCreate('k8s-1.20', 'events')]).toEqual([true, false]);
  expect([mayCreate('modern', 'endpoints'), mayCreate('modern', 'events')]).toEqual([false, true]);
});
