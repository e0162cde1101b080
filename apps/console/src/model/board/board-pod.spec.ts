import { applicationOf, boardPod, PodHealth, waitsFor, type PodParts } from './board-pod';

function podParts(changes: { readonly [K in keyof PodParts]?: Partial<PodParts[K]> } = {}): PodParts {
  return {
    metadata: {
      uid: 'u1',
      namespace: 'shop',
      name: 'web-1',
      labels: {},
      creationTimestamp: '2026-01-01T00:00:00Z',
      deletionTimestamp: null,
      ownerReferences: [],
      ...changes.metadata,
    },
    spec: { nodeName: 'node-1', priority: null, ...changes.spec },
    status: { phase: 'Running', conditions: [], ...changes.status },
    qosClass: 'Burstable',
    effectiveRequests: { cpuMillis: 250, memoryBytes: 1024 },
  };
}
const condition = (type: string, status: string, reason: string | null = null, message: string | null = null) => ({
  type,
  status,
  reason,
  message,
});

test.each([
  [{ status: { conditions: [condition('Ready', 'True')] } }, PodHealth.Ready],
  [{ status: { conditions: [condition('Ready', 'False')] } }, PodHealth.NotReady],
  [{ status: { phase: 'Pending' } }, PodHealth.Starting],
  [{ status: { phase: 'Pending' }, spec: { nodeName: null } }, PodHealth.Waiting],
  [{ status: { phase: 'Failed' } }, PodHealth.Failed],
  [{ status: { phase: 'Succeeded' } }, PodHealth.Succeeded],
  [{ metadata: { deletionTimestamp: '2026-01-01T00:00:01Z' } }, PodHealth.Terminating],
] as const)('a pod with %j is %s', (changes, health) => expect(boardPod(podParts(changes)).health).toBe(health));

test.each([
  [
    'the message of the scheduler',
    '0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu. preemption: 0/3 nodes are available.',
    'Insufficient cpu',
  ],
  [
    'one rejection',
    '0/1 nodes are available: 1 node(s) were unschedulable. no new claims to deallocate.',
    'were unschedulable',
  ],
  ['another message', 'no nodes available to schedule pods', 'Unschedulable'],
])('a pod waits for what %s says most often', (_what, message, want) =>
  expect(waitsFor([condition('PodScheduled', 'False', 'Unschedulable', message)])).toBe(want),
);

test('gates are named, and a pod that was not tried waits for its turn', () => {
  expect(waitsFor([condition('PodScheduled', 'False', 'SchedulingGated')])).toBe('scheduling gates');
  expect(waitsFor([])).toBe('not tried yet');
});

test.each([
  [{ 'app.kubernetes.io/name': 'a', app: 'b' }, undefined, 'a'],
  [{ app: 'b' }, { kind: 'ReplicaSet', name: 'web-5d5c4f8b7c' }, 'b'],
  [{}, { kind: 'ReplicaSet', name: 'web-5d5c4f8b7c' }, 'web'],
  [{}, { kind: 'DaemonSet', name: 'agent' }, 'agent'],
  [{}, undefined, 'web-1'],
] as const)('labels %j and controller %j: %s', (labels, controller, want) =>
  expect(applicationOf(labels, controller, 'web-1')).toBe(want),
);
