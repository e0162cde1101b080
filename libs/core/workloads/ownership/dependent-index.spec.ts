import type { KubeObject, LabelSelector } from '@orrery/api-types';
import fc from 'fast-check';
import { claim } from './claim';
import { adopted, controllerOf, released } from './controller-reference';
import { DependentIndex } from './dependent-index';
import { SelectorIndex } from './selector-index';

interface Parts {
  readonly owner?: string | undefined;
  readonly labels?: Record<string, string>;
  readonly namespace?: string;
}

function pod(name: string, { owner, labels = {}, namespace = 'default' }: Parts = {}): KubeObject {
  const ownerReferences = owner
    ? [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: owner, controller: true }]
    : [];
  const metadata = { name, namespace, uid: name, resourceVersion: '1', creationTimestamp: '', labels, ownerReferences };
  return { apiVersion: 'v1', kind: 'Pod', metadata };
}

const names = (objects: readonly KubeObject[]): string[] => objects.map(({ metadata }) => metadata.name).sort();

const versionOf = (object: KubeObject, revision: number): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
});
const versions = (objects: readonly KubeObject[]): string[] =>
  objects.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort();

const selectors: readonly { readonly name: string; readonly selector: LabelSelector; readonly want: string[] }[] = [
  { name: 'labels that must be equal', selector: { matchLabels: { app: 'a' } }, want: ['p1', 'p2'] },
  {
    name: 'one of several values',
    selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
    want: ['p1', 'p2', 'p3'],
  },
  {
    name: 'an expression that names no value',
    selector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
    want: ['p2'],
  },
  {
    name: 'labels and an expression',
    selector: { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
    want: ['p1'],
  },
];
const orphans = [
  pod('p1', { labels: { app: 'a' } }),
  pod('p2', { labels: { app: 'a', tier: 'x' } }),
  pod('p3', { labels: { app: 'b' } }),
  pod('p4', { labels: { app: 'a' }, namespace: 'other' }),
  pod('p5', { labels: { app: 'a' }, owner: 'rs' }),
];

test.each(selectors)('orphans are found by $name', ({ selector, want }) => {
  const index = new DependentIndex();
  for (const orphan of orphans) index.change(undefined, orphan);
  expect(names(index.orphansFor('default', selector))).toEqual(want);
});

test.each(selectors)('adopters are found by $name', ({ selector, want }) => {
  const index = new SelectorIndex();
  index.set('rs', 'default', selector);
  index.set('elsewhere', 'none', selector);
  const found = orphans.filter((orphan) => !controllerOf(orphan) && index.matching(orphan).includes('rs'));
  expect(names(found)).toEqual(want);
  index.set('rs', 'default', undefined);
  expect(orphans.flatMap((orphan) => index.matching(orphan))).toEqual([]);
});

test('whatever changes, the index says what a look at all objects says', () => {
  const parts = fc.record({
    owner: fc.constantFrom(undefined, 'a', 'b'),
    labels: fc.constantFrom<Record<string, string>>({}, { app: 'a' }, { app: 'b', tier: 'a' }, { app: 'a', tier: 'b' }),
  });
  const step = fc.tuple(fc.constantFrom('p1', 'p2', 'p3', 'p4'), fc.option(parts, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const index = new DependentIndex();
      const all = new Map<string, KubeObject>();
      for (const [step, [name, change]] of steps.entries()) {
        const next = change && versionOf(pod(name, change), step);
        index.change(all.get(name), next);
        if (next) all.set(name, next);
        else all.delete(name);
      }
      for (const uid of ['a', 'b']) {
        const want = [...all.values()].filter((object) => controllerOf(object)?.uid === uid);
        expect(versions(index.ownedBy(uid))).toEqual(versions(want));
        expect(index.ownedCount(uid)).toBe(want.length);
      }
      const orphaned = [...all.values()].filter(
        (object) => !controllerOf(object) && object.metadata.labels?.['app'] === 'a',
      );
      expect(versions(index.orphansFor('default', { matchLabels: { app: 'a' } }))).toEqual(versions(orphaned));
    }),
  );
});

describe('claim', () => {
  const selector = { matchLabels: { app: 'a' } };
  const owner = pod('rs');
  const mine = pod('mine', { owner: 'rs', labels: { app: 'a' } });
  const strange = pod('strange', { owner: 'rs', labels: { app: 'b' } });
  const orphan = pod('orphan', { labels: { app: 'a' } });
  const going = { ...orphan, metadata: { ...orphan.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };

  test.each([
    {
      name: 'keeps what matches, releases what does not, adopts orphans',
      owner,
      want: [['mine'], ['orphan'], ['strange']],
    },
    {
      name: 'does neither for an owner that is being deleted',
      owner: { ...owner, metadata: { ...owner.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
      want: [['mine'], [], []],
    },
  ])('$name', ({ owner: by, want }) => {
    const verdict = claim({ owner: by, selector, owned: [mine, strange], orphans: [orphan, going] });
    expect([names(verdict.kept), names(verdict.adopted), names(verdict.released)]).toEqual(want);
  });

  test('adoption and release change the references and nothing else', () => {
    const taken = adopted(orphan, { ...owner, apiVersion: 'apps/v1', kind: 'ReplicaSet' });
    expect(taken.metadata.ownerReferences).toEqual([
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', controller: true, blockOwnerDeletion: true },
    ]);
    expect(orphan.metadata.ownerReferences).toEqual([]);
    const free = released(taken, 'rs');
    expect(free.metadata).toEqual({ ...orphan.metadata, ownerReferences: undefined });
    expect(Object.keys(free.metadata)).not.toContain('ownerReferences');
  });
});
