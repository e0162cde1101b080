import { binned, changeWords, Lane, placeAt, timelineEntry, type ChangeParts } from './entries';

const change = (changes: Partial<ChangeParts> = {}): ChangeParts => ({
  resourceVersion: '7',
  time: '2026-01-01T00:00:00Z',
  operation: 'UPDATED',
  kind: 'Pod',
  namespace: 'default',
  name: 'web-1',
  uid: 'uid-1',
  writer: 'kubelet',
  client: null,
  reason: null,
  fields: [],
  ...changes,
});

test.each([
  [
    {
      writer: 'scheduler',
      reason: 'decision of default-scheduler, attempt 1',
      fields: [{ path: 'spec.nodeName', after: 'node-3' }],
    },
    Lane.Placement,
    'scheduler placed Pod default/web-1 on node-3 (decision of default-scheduler, attempt 1)',
  ],
  [
    { writer: 'eviction-worker', fields: [{ path: 'metadata.deletionTimestamp', after: '2026-01-01T00:00:30Z' }] },
    Lane.Deletion,
    'eviction-worker began to delete Pod default/web-1',
  ],
  [{ operation: 'DELETED' }, Lane.Deletion, 'kubelet removed Pod default/web-1'],
  [
    { fields: ['status.phase', 'status.podIP', 'status.startTime'].map((path) => ({ path })) },
    Lane.Pods,
    'kubelet changed Pod default/web-1: status.phase, status.podIP and 1 more',
  ],
  [{ operation: 'CREATED', writer: 'controller-manager' }, Lane.Pods, 'controller-manager created Pod default/web-1'],
  [
    { kind: 'Deployment', name: 'web', operation: 'CREATED', writer: 'system:admin' },
    Lane.Clients,
    'system:admin created Deployment default/web',
  ],
  [{ kind: 'Node', namespace: null, name: 'n' }, Lane.Nodes, 'kubelet changed Node n'],
  [{ kind: 'Service', name: 's' }, Lane.Others, 'kubelet changed Service default/s'],
] as const)('%j is of its lane and has its sentence', (changes, lane, words) => {
  const made = change(changes as Partial<ChangeParts>);
  expect(timelineEntry(made).lane).toBe(lane);
  expect(changeWords(made)).toBe(words);
});

test('faults and zones are read at the time of one of them, and at the revision of any other change', () => {
  expect(timelineEntry(change()).factsAt).toBe('7');
  expect(timelineEntry(change({ kind: 'Fault' })).factsAt).toBe('2026-01-01T00:00:00Z');
});

test('an entry says who wrote what, and what it is on the board', () => {
  const fields = [{ path: 'spec.replicas', after: 2 }];
  expect(timelineEntry(change({ writer: 'admin', client: 'kubectl', fields }))).toMatchObject({
    who: 'admin (kubectl)',
    verb: 'changed',
    kind: 'Pod',
    namespace: 'default',
    paths: ['spec.replicas'],
    subject: { kind: 'pod', uid: 'uid-1', called: { namespace: 'default', name: 'web-1' } },
  });
  expect(timelineEntry(change({ kind: 'Node', namespace: null, name: 'n', client: 'kubelet' }))).toMatchObject({
    who: 'kubelet',
    namespace: '',
    subject: { kind: 'node', name: 'n' },
  });
  expect(timelineEntry(change({ kind: 'Service', operation: 'CREATED', fields }))).toMatchObject({
    paths: [],
    subject: undefined,
  });
});

test('times lead to the last change before them', () => {
  const entries = [10, 20, 20, 40].map((timeMs) => ({ ...timelineEntry(change()), timeMs }));
  expect([5, 10, 20, 39, 99].map((timeMs) => placeAt(entries, timeMs))).toEqual([-1, 0, 2, 2, 3]);
});

test('changes are counted by lane and part of the span', () => {
  const entries = [0, 5, 99, 100, 500].map((timeMs) => ({ ...timelineEntry(change()), timeMs }));
  const bins = binned(entries, { fromMs: 0, toMs: 100, count: 4 });
  expect(bins.get(Lane.Pods)).toEqual([2, 0, 0, 2]);
  expect(bins.get(Lane.Nodes)).toEqual([0, 0, 0, 0]);
});
