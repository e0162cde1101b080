import { ClusterCache, Operation, type Change } from '@orrery/store';
import type { KubeObject } from '@orrery/api-types';
import { objectsOf, sortedState } from './sorted-state';

const map = (name: string, revision: number, namespace = 'default'): KubeObject =>
  // What else the server writes is not looked at.
  ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace, resourceVersion: String(revision) } }) as never;

function change(revision: number, operation: Operation, name: string, resource = 'configmaps'): Change {
  const object = map(name, revision);
  return { revision, operation, key: { resource, namespace: 'default', name }, object };
}

const place = { resource: 'configmaps', namespace: 'default' };
const names = (cache: ClusterCache, revision: number): string[] | undefined =>
  sortedState(cache, place, revision)?.map(
    ({ object: { metadata } }) => `${metadata.name}@${metadata.resourceVersion}`,
  );

function cacheOf(): ClusterCache {
  const entries = [map('b', 2), map('a', 3), map('x', 1, 'other')].map((object) => ({
    resource: 'configmaps',
    object,
  }));
  return new ClusterCache(10, entries);
}

test('a state is the same list until an object of the resource changes', () => {
  const cache = cacheOf();
  const first = sortedState(cache, place, 10)!;
  cache.apply([change(11, Operation.Create, 'p', 'pods')]);
  expect(sortedState(cache, place, 11)).toBe(first);
  expect(objectsOf(sortedState(cache, place, 11)!)).toBe(objectsOf(first));
  cache.apply([change(12, Operation.Update, 'a')]);
  expect(sortedState(cache, place, 12)).not.toBe(first);
  expect(names(cache, 12)).toEqual(['a@12', 'b@2']);
});

test.each([
  ['what came later is not there', [change(11, Operation.Create, 'c')], ['a@3', 'b@2'], ['a@3', 'b@2', 'c@11']],
  ['what went later is there', [change(11, Operation.Delete, 'a')], ['a@3', 'b@2'], ['b@2']],
  ['what changed later is as it was', [change(11, Operation.Update, 'b')], ['a@3', 'b@2'], ['a@3', 'b@11']],
] as const)('at a former revision %s, in whatever order states are asked for', (_title, changes, before, after) => {
  const cache = cacheOf();
  if (after.length > 1) expect(names(cache, 10)).toEqual(before);
  cache.apply(changes);
  expect(names(cache, 11)).toEqual(after);
  expect(names(cache, 10)).toEqual(before);
  cache.apply([change(12, Operation.Create, 'p', 'pods')]);
  expect(names(cache, 12)).toEqual(after);
  expect(names(cache, 11)).toEqual(after);
  expect(names(cache, 10)).toEqual(before);
});

test('a revision that is not remembered is not known, even if nothing changed since', () => {
  const cache = cacheOf();
  expect(names(cache, 9)).toBeUndefined();
  expect(names(cache, 10)).toEqual(['a@3', 'b@2']);
  cache.apply([change(11, Operation.Create, 'p', 'pods')]);
  expect(names(cache, 9)).toBeUndefined();
  expect(names(cache.copy(), 10)).toBeUndefined();
  expect(names(cache.copy(), 11)).toEqual(['a@3', 'b@2']);
});

test('states of namespaces are apart from that of all of them', () => {
  const cache = cacheOf();
  const all = { ...place, namespace: undefined };
  expect(sortedState(cache, all, 10)).toHaveLength(3);
  expect(sortedState(cache, place, 10)).toHaveLength(2);
  for (let i = 0; i < 40; i++) expect(sortedState(cache, { ...place, namespace: `n-${i}` }, 10)).toEqual([]);
  expect(sortedState(cache, all, 10)).toHaveLength(3);
});
