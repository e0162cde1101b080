import type { Pod, PodDisruptionBudget } from '@orrery/api-types';
import { disruptionStatus } from './disruption-status';

const pods = (count: number, ready: number): Pod[] =>
  Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1' as const,
    kind: 'Pod' as const,
    metadata: {
      name: `p-${i}`,
      namespace: 'default',
      uid: `p-${i}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', controller: true }],
    },
    spec: { containers: [] },
    status: { conditions: [{ type: 'Ready', status: i < ready ? 'True' : 'False' }] },
  }));

const budget = (
  spec: PodDisruptionBudget['spec'],
  status: PodDisruptionBudget['status'] = undefined,
): PodDisruptionBudget =>
  ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', namespace: 'default', uid: 'b', resourceVersion: '1', creationTimestamp: '', generation: 1 },
    spec,
    status,
  }) as PodDisruptionBudget;

describe('disruptionStatus', () => {
  test.each([
    { spec: { minAvailable: '50%' }, scale: 7, count: 7, ready: 7, desired: 4, allowed: 3 },
    { spec: { maxUnavailable: '30%' }, scale: 7, count: 7, ready: 7, desired: 4, allowed: 3 },
    { spec: { minAvailable: 2 }, scale: 3, count: 3, ready: 3, desired: 2, allowed: 1 },
    { spec: { minAvailable: 2 }, scale: 3, count: 3, ready: 1, desired: 2, allowed: 0 },
    { spec: { maxUnavailable: 1 }, scale: 3, count: 2, ready: 2, desired: 2, allowed: 0 },
    { spec: { minAvailable: 0 }, scale: 0, count: 0, ready: 0, desired: 0, allowed: 0 },
  ])('$spec of $scale with $ready ready allows $allowed', ({ spec, scale, count, ready, desired, allowed }) => {
    const { status } = disruptionStatus({
      budget: budget(spec),
      pods: pods(count, ready),
      scaleOf: ({ uid }) => ({ uid, replicas: scale }),
      nowMs: 0,
    });
    expect(status).toMatchObject({ desiredHealthy: desired, disruptionsAllowed: allowed, currentHealthy: ready });
  });

  it('counts a disrupted pod as gone for two minutes and then asks to be looked at', () => {
    const since = '2026-01-01T00:00:00Z';
    const nowMs = Date.parse(since) + 119_999;
    const input = {
      budget: budget({ minAvailable: 1 }, { disruptedPods: { 'p-0': since, gone: since } } as never),
      pods: pods(2, 2),
      scaleOf: () => ({ uid: 'rs', replicas: 2 }),
    };
    const before = disruptionStatus({ ...input, nowMs });
    expect(before.status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0, disruptedPods: { 'p-0': since } });
    expect(before.recheckAtMs).toBe(nowMs + 1);
    const after = disruptionStatus({ ...input, nowMs: nowMs + 1 });
    expect(after.status).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(after.status.disruptedPods).toBeUndefined();
  });

  it('counts a Deployment once while two ReplicaSets share it, and pods of nobody not at all', () => {
    const [old, next, bare] = pods(6, 6).reduce<[Pod[], Pod[], Pod[]]>(
      (sorted, pod, i) => {
        sorted[i % 3]!.push(pod);
        return sorted;
      },
      [[], [], []],
    );
    const owned = (list: Pod[], uid: string): Pod[] =>
      list.map((pod) => {
        const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: uid, uid, controller: true }];
        return { ...pod, metadata: { ...pod.metadata, ownerReferences } };
      });
    const unmanaged = bare.map((pod) => ({ ...pod, metadata: { ...pod.metadata, ownerReferences: [] } }));
    const { status } = disruptionStatus({
      budget: budget({ maxUnavailable: 1 }),
      pods: [...owned(old, 'old'), ...owned(next, 'new'), ...unmanaged],
      scaleOf: () => ({ uid: 'web', replicas: 3 }),
      nowMs: 0,
    });
    expect(status).toMatchObject({ expectedPods: 3, desiredHealthy: 2, currentHealthy: 6, disruptionsAllowed: 4 });
  });
});
