import { boardPod, PodHealth } from './board-pod';
import { POD_COLUMNS, podOfRow, type PodRow } from './pod-rows';

const row = (parts: Partial<Record<(typeof POD_COLUMNS)[number], unknown>>): PodRow => {
  const usual: Record<string, unknown> = {
    'metadata.uid': 'u',
    'metadata.namespace': 'shop',
    'metadata.name': 'web-1',
    'metadata.creationTimestamp': '2026-01-01T00:00:00Z',
    qosClass: 'Burstable',
    'effectiveRequests.cpuMillis': 250,
    'effectiveRequests.memoryBytes': 1024,
    ...parts,
  };
  return POD_COLUMNS.map((name) => usual[name] ?? null) as unknown as PodRow; // A list is no tuple to the compiler.
};

test('a row of a running pod becomes what the board keeps', () => {
  const pod = boardPod(
    podOfRow(
      row({
        'metadata.ownerReferences[0].kind': 'ReplicaSet',
        'metadata.ownerReferences[0].name': 'web-5c7c8fdf8',
        'spec.nodeName': 'n1',
        'status.phase': 'Running',
        'status.conditions[Ready].status': 'True',
      }),
    ),
  );
  expect(pod).toMatchObject({
    uid: 'u',
    namespace: 'shop',
    application: 'web',
    nodeName: 'n1',
    health: PodHealth.Ready,
    qos: 'Burstable',
    cpuMillis: 250,
    memoryBytes: 1024,
  });
});

test('a row of a waiting pod says why it waits', () => {
  const pod = boardPod(
    podOfRow(
      row({
        'status.phase': 'Pending',
        'status.conditions[PodScheduled].status': 'False',
        'status.conditions[PodScheduled].reason': 'Unschedulable',
        'status.conditions[PodScheduled].message': '0/3 nodes are available: 3 Insufficient cpu.',
      }),
    ),
  );
  expect(pod).toMatchObject({ health: PodHealth.Waiting, waitsFor: 'Insufficient cpu', application: 'web-1' });
});
