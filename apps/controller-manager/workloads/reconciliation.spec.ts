import { ApiError, forbidden, StatusReason, type KubeObject } from '@orrery/api-types';
import { requireKind, type ComponentContext } from '@orrery/control-plane';
import type { EventNote } from '@orrery/events';
import { ManualClock } from '@orrery/time';
import { PodNames } from './pod-names';
import { Reconciliation, type Creation } from './reconciliation';
import { idOf, keyOfId, WorkloadState } from './workload-state';

const POD = requireKind('v1', 'Pod');

function objectOf(kind: string, name: string, resourceVersion = '1'): KubeObject {
  const apiVersion = kind === 'Pod' ? 'v1' : 'apps/v1';
  const metadata = { name, namespace: 'default', uid: name, resourceVersion, creationTimestamp: '' };
  return { apiVersion, kind, metadata };
}

/** A store that refuses what it is told to, and remembers what it was asked for. */
class FakeStore {
  readonly batches: string[][] = [];
  readonly notes: EventNote[] = [];
  current: KubeObject | undefined;
  constructor(private readonly refusal: (name: string) => ApiError | undefined = () => undefined) {}

  createMany(requests: readonly { input: unknown }[]): Promise<(KubeObject | ApiError)[]> {
    const names = requests.map(({ input }) => (input as KubeObject).metadata.name);
    this.batches.push(names);
    return Promise.resolve(names.map((name) => this.refusal(name) ?? objectOf('Pod', name)));
  }

  modify(modifications: readonly { change: (current: KubeObject) => KubeObject | undefined }[]): Promise<unknown[]> {
    return Promise.resolve(
      modifications.map(({ change }) => ({
        changed: this.current !== undefined && change(this.current) !== undefined,
      })),
    );
  }
}

function reconcile(store: FakeStore, again: () => void = () => undefined): Reconciliation {
  const events = { record: (notes: readonly EventNote[]) => store.notes.push(...notes) };
  const runtime = { store, events, clock: new ManualClock(), settings: {}, seed: 's' };
  const context = { runtime, fence: { unit: 'u', epoch: 1n } } as unknown as ComponentContext;
  return new Reconciliation({
    context,
    state: new WorkloadState(() => undefined as never, []),
    names: new PodNames('s', () => false),
    component: 'replicaset-controller',
    object: objectOf('ReplicaSet', 'web'),
    again,
    retry: () => undefined,
    writesStatus: () => undefined,
  });
}

const creations = (count: number): Creation[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: POD,
    input: { metadata: { name: `web-${i}`, generateName: 'web-' } },
  }));
const quota = (name: string): ApiError => forbidden({ group: '', resource: 'pods' }, name, 'exceeded quota');

describe('slow start', () => {
  test.each([
    { count: 1, sizes: [1] },
    { count: 3, sizes: [1, 2] },
    { count: 10, sizes: [1, 2, 4, 3] },
    { count: 500, sizes: [1, 2, 4, 8, 16, 32, 64, 128, 245] },
  ])('creates $count in batches of $sizes', async ({ count, sizes }) => {
    const store = new FakeStore();
    const { created, failure } = await reconcile(store).createSlowly(creations(count));
    expect(store.batches.map(({ length }) => length)).toEqual(sizes);
    expect([created.length, failure]).toEqual([count, undefined]);
    expect(store.notes).toHaveLength(count);
    expect(store.notes[0]).toMatchObject({ reason: 'SuccessfulCreate', message: 'Created pod: web-0', type: 'Normal' });
  });

  test('ends with the batch in which something fails, and says why without the random letters', async () => {
    const store = new FakeStore((name) => (name === 'web-4' || name === 'web-6' ? quota(name) : undefined));
    const { created, failure } = await reconcile(store).createSlowly(creations(20));
    expect(store.batches.map(({ length }) => length)).toEqual([1, 2, 4]);
    expect(created).toHaveLength(5);
    expect(failure).toBe('pods "web-" is forbidden: exceeded quota');
    expect(store.notes.filter(({ type }) => type === 'Warning').map(({ message }) => message)).toEqual([
      'Error creating: pods "web-" is forbidden: exceeded quota',
      'Error creating: pods "web-" is forbidden: exceeded quota',
    ]);
  });

  test('is no failure in a namespace that goes', async () => {
    const causes = [{ reason: 'NamespaceTerminating', message: 'namespace a is being terminated' }];
    const store = new FakeStore(() => new ApiError(StatusReason.Forbidden, 'terminating', { causes }));
    expect(await reconcile(store).createSlowly(creations(5))).toEqual({ created: [], failure: undefined });
    expect([store.batches.length, store.notes]).toEqual([1, []]);
  });
});

test('what somebody else changed meanwhile is left, and looked at again', async () => {
  const store = new FakeStore();
  const again = jest.fn();
  const seen = objectOf('Pod', 'p', '4');
  store.current = seen;
  expect(await reconcile(store, again).update([{ seen, next: { ...seen } }])).toBe(true);
  expect(again).not.toHaveBeenCalled();
  store.current = objectOf('Pod', 'p', '5');
  expect(await reconcile(store, again).update([{ seen, next: { ...seen } }])).toBe(false);
  expect(again).toHaveBeenCalledTimes(1);
});

test('names repeat in another run, are never taken, and pass over those that are there', () => {
  const owner = objectOf('ReplicaSet', 'web');
  const draw = (taken: ReadonlySet<string>): string[] => {
    const names = new PodNames('seed', (_namespace, name) => taken.has(name));
    return [names.next(owner), names.next(owner), names.next(owner)];
  };
  const first = draw(new Set());
  expect(draw(new Set())).toEqual(first);
  expect(new Set(first).size).toBe(3);
  for (const name of first) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(draw(new Set(first.slice(0, 2)))[0]).toBe(first[2]);
});

test.each([
  { id: 'pods default/a', key: { resource: 'pods', namespace: 'default', name: 'a' } },
  { id: 'nodes n', key: { resource: 'nodes', namespace: '', name: 'n' } },
])('$id is the name of $key', ({ id, key }) => {
  expect(idOf(key.resource, key.namespace, key.name)).toBe(id);
  expect(keyOfId(id)).toEqual(key);
});
