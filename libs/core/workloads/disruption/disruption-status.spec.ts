import type { Pod, PodDisruptionBudget } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { disruptionStatus, type DisruptionVerdict } from './disruption-status';

const knobs = WORKLOAD_KNOBS.modern;

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

const notesOf = ({ notes }: DisruptionVerdict): string[] =>
  notes.map(({ pod, type, reason, message }) => `${pod?.metadata.name ?? 'b'} ${type} ${reason}: ${message}`);

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
      knobs,
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
      knobs,
    };
    const before = disruptionStatus({ ...input, nowMs });
    expect(before.status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0, disruptedPods: { 'p-0': since } });
    expect(before.recheckAtMs).toBe(nowMs + 1);
    const after = disruptionStatus({ ...input, nowMs: nowMs + 1 });
    expect(after.status).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(after.status.disruptedPods).toBeUndefined();
    expect(notesOf(after)).toEqual([
      "p-0 Warning NotDeleted: Pod was expected by PDB default/default to be deleted but it wasn't",
    ]);
  });

  it('counts a Deployment once while two ReplicaSets share it, and pods without an owner not at all', () => {
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
      knobs,
      nowMs: 0,
    });
    expect(status).toMatchObject({ expectedPods: 3, desiredHealthy: 2, currentHealthy: 6, disruptionsAllowed: 4 });
  });

  describe('of a budget that cannot tell how many pods there should be', () => {
    const before = { currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, disruptionsAllowed: 1 };
    const FAILED = 'b Warning CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods:';
    const bare = pods(1, 1).map((pod) => ({ ...pod, metadata: { ...pod.metadata, ownerReferences: [] } }));
    const unscalable = 'daemonsets.apps does not implement the scale subresource';
    const noRef = 'found no controller ref for pod "p-0"';
    const noController = 'found no controllers for pod "p-0"';

    test.each([
      { of: pods(1, 1), bundle: 'modern', scale: { failure: unscalable }, failure: unscalable, reported: [] },
      { of: pods(1, 1), bundle: 'k8s-1.20', scale: { failure: unscalable }, failure: unscalable, reported: [] },
      { of: pods(1, 1), bundle: 'modern', scale: undefined, failure: noController, reported: [] },
      {
        of: pods(1, 1),
        bundle: 'k8s-1.20',
        scale: undefined,
        failure: noController,
        reported: [`b Warning NoControllers: ${noController}`],
      },
      {
        of: bare,
        bundle: 'okd-legacy',
        scale: undefined,
        failure: noRef,
        reported: [`b Warning NoControllerRef: ${noRef}`],
      },
    ] as const)('$bundle: allows nothing and says "$failure"', ({ of, bundle, scale, failure, reported }) => {
      const verdict = disruptionStatus({
        budget: budget({ maxUnavailable: 1 }, before as never),
        pods: of,
        scaleOf: () => scale,
        knobs: WORKLOAD_KNOBS[bundle],
        nowMs: 0,
      });
      expect(notesOf(verdict)).toEqual([...reported, `${FAILED} ${failure}`]);
      expect(verdict.status).toMatchObject({ ...before, disruptionsAllowed: 0 });
      const condition = { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: failure };
      expect(verdict.status.conditions).toEqual(
        bundle === 'modern' ? [expect.objectContaining({ ...condition, observedGeneration: 0 })] : undefined,
      );
    });
  });

  it('says that some pods have no controller, and what to do about it', () => {
    const [managed, other] = pods(2, 2) as [Pod, Pod];
    const verdict = disruptionStatus({
      budget: budget({
        maxUnavailable: 1,
        selector: {
          matchLabels: { tier: 'back', app: 'web' },
          matchExpressions: [{ key: 'env', operator: 'In', values: ['a', 'b'] }],
        },
      }),
      pods: [managed, { ...other, metadata: { ...other.metadata, ownerReferences: [] } }],
      scaleOf: ({ uid }) => ({ uid, replicas: 2 }),
      knobs,
      nowMs: 0,
    });
    expect(notesOf(verdict)).toEqual([
      'b Warning UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:' +
        'map[string]string{app: web,tier: back,},MatchExpressions:[]LabelSelectorRequirement{' +
        'LabelSelectorRequirement{Key:env,Operator:In,Values:[a b],},},}) were found to be unmanaged. As a result, the ' +
        'status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these ' +
        'pods please set ".spec.minAvailable" field of the PDB to an integer value.',
    ]);
    expect(verdict.status).toMatchObject({ expectedPods: 2, disruptionsAllowed: 1 });
  });

  it('counts bare pods for an integer minAvailable without a word', () => {
    const bare = pods(3, 3).map((pod) => ({ ...pod, metadata: { ...pod.metadata, ownerReferences: [] } }));
    const noScale = (): never => {
      throw new Error('no scale may be read');
    };
    const subject = budget({ minAvailable: 2 });
    const verdict = disruptionStatus({ budget: subject, pods: bare, scaleOf: noScale, knobs, nowMs: 0 });
    expect([verdict.status.disruptionsAllowed, verdict.notes]).toEqual([1, []]);
  });

  it('says that it guards nothing', () => {
    const subject = budget({ maxUnavailable: 1 });
    const verdict = disruptionStatus({ budget: subject, pods: [], scaleOf: () => undefined, knobs, nowMs: 0 });
    expect(notesOf(verdict)).toEqual(['b Normal NoPods: No matching pods found']);
    expect(verdict.status).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
  });
});
