import { DEFINITIONS, customVersionOf, type CustomResourceDefinition } from '@orrery/api-types';
import { ClusterCache, Operation, type Change } from '@orrery/store';
import { ClusterKinds } from './cluster-kinds';

const COUNT = 10_000;
const GROUPS = 100;

/** Number of times that a definition's schema was read. */
let schemasRead = 0;

function definitionOf(i: number, revision: number): CustomResourceDefinition {
  const group = `g${i % GROUPS}.example.com`;
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    get schema() {
      schemasRead++;
      return { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } };
    },
  };
  const names = { plural: `things${i}`, kind: `Thing${i}`, listKind: `Thing${i}List`, singular: `thing${i}` };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `things${i}.${group}`,
      uid: `u${i}`,
      generation: revision,
      resourceVersion: String(revision),
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { group, scope: 'Namespaced', names, versions: [version] },
    status: { conditions: [{ type: 'Established', status: 'True' }], acceptedNames: names, storedVersions: ['v1'] },
    // What the tests do not look at is left out.
  } as unknown as CustomResourceDefinition;
}

let cache: ClusterCache;
let kinds: ClusterKinds;

beforeAll(() => {
  const objects = Array.from({ length: COUNT }, (_, i) => ({ resource: DEFINITIONS, object: definitionOf(i, 1) }));
  cache = new ClusterCache(1, objects);
  kinds = new ClusterKinds({ cache, release: 'modern', onCacheReplaced: () => () => undefined });
});
beforeEach(() => {
  schemasRead = 0;
});

/** Returns the number of schemas that the work read. */
function reading(work: () => unknown): number {
  schemasRead = 0;
  work();
  return schemasRead;
}

test('10,000 definitions cost no schema until a kind is asked for, and then its own', () => {
  expect(reading(() => kinds.versionsIn('g7.example.com'))).toBe(0);
  const found = kinds.byResource('g7.example.com', 'v1', 'things7')!;
  expect(found.kind).toBe('Thing7');
  expect(customVersionOf(found)).toBeDefined();
  expect(schemasRead).toBeLessThanOrEqual(2);
  expect(reading(() => kinds.byGvk('g7.example.com/v1', 'Thing7'))).toBe(0);
});

test('a change of one makes one of them again', () => {
  const all = reading(() => kinds.custom());
  expect(all).toBeGreaterThanOrEqual(COUNT - 1);
  expect(reading(() => kinds.custom())).toBe(0);
  const key = { resource: DEFINITIONS, namespace: '', name: 'things3.g3.example.com' };
  const change: Change = { revision: 2, operation: Operation.Update, key, object: definitionOf(3, 2) };
  cache.apply([change]);
  expect(reading(() => kinds.custom())).toBeLessThanOrEqual(2);
});
