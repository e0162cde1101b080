import type { Pod, ReplicaSetStatus } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { isActive } from '../pods/pod-state';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { planReplicas } from './replica-plan';
import { replicaStatus, type ReplicaStatusInput } from './replica-status';

const NOON = Date.parse('2026-01-01T12:00:00Z');

function pods(count: number, change: (pod: Pod, index: number) => Pod = (pod) => pod): Pod[] {
  return Array.from({ length: count }, (_, index) => change(makePod(`p${index}`).label('app', 'a').build(), index));
}

function ready(pod: Pod, secondsAgo = 0): Pod {
  const lastTransitionTime = new Date(NOON - secondsAgo * 1000).toISOString();
  const condition = { type: 'Ready', status: 'True', lastTransitionTime };
  return { ...pod, status: { phase: 'Running', conditions: [condition] } };
}

const owner = { metadata: { name: 'rs', uid: 'rs', resourceVersion: '1', creationTimestamp: '' } };

describe('planReplicas', () => {
  const deleted = { metadata: { ...owner.metadata, deletionTimestamp: '2026-01-01T12:00:00Z' } };
  test.each([
    { name: 'creates what is missing', replicas: 3, has: 1, by: owner, want: { creations: 2, deletions: 0 } },
    { name: 'creates 500 at most', replicas: 1200, has: 0, by: owner, want: { creations: 500, deletions: 0 } },
    { name: 'deletes what is too much', replicas: 1, has: 4, by: owner, want: { creations: 0, deletions: 3 } },
    { name: 'deletes 500 at most', replicas: 0, has: 700, by: owner, want: { creations: 0, deletions: 500 } },
    { name: 'deletes all', replicas: 0, has: 2, by: owner, want: { creations: 0, deletions: 2 } },
    { name: 'has nothing to do', replicas: 2, has: 2, by: owner, want: { creations: 0, deletions: 0 } },
    { name: 'stops when its owner is going', replicas: 0, has: 2, by: deleted, want: { creations: 0, deletions: 0 } },
  ])('$name', ({ replicas, has, by, want }) => {
    const active = pods(has);
    const knobs = WORKLOAD_KNOBS.modern;
    const plan = planReplicas({ owner: by, replicas, active, related: () => active, knobs });
    expect({ creations: plan.creations, deletions: plan.deletions.length }).toEqual(want);
    expect(new Set(plan.deletions).size).toBe(plan.deletions.length);
  });

  test('asks for related pods only when it has to choose', () => {
    const related = jest.fn(() => []);
    const knobs = WORKLOAD_KNOBS.modern;
    planReplicas({ owner, replicas: 0, active: pods(3), related, knobs });
    planReplicas({ owner, replicas: 5, active: pods(3), related, knobs });
    expect(related).not.toHaveBeenCalled();
    planReplicas({ owner, replicas: 1, active: pods(3), related, knobs });
    expect(related).toHaveBeenCalledTimes(1);
  });

  test.each([
    { phase: 'Pending', want: true },
    { phase: 'Running', want: true },
    { phase: 'Unknown', want: true },
    { phase: 'Failed', want: false },
    { phase: 'Succeeded', want: false },
  ])('a pod that is $phase counts: $want', ({ phase, want }) => {
    const [pod] = pods(1);
    expect(isActive({ ...pod!, status: { phase } })).toBe(want);
    expect(isActive(makePod('p').deleting().build())).toBe(false);
  });
});

describe('replicaStatus', () => {
  const input: ReplicaStatusInput = {
    current: undefined,
    generation: 2,
    templateLabels: { app: 'a' },
    minReadySeconds: 0,
    active: [],
    failure: undefined,
    nowMs: NOON,
  };

  test('counts pods, those with all labels, ready and available ones', () => {
    const active = pods(5, (pod, i) => (i < 3 ? ready(pod, 30 * i) : pod));
    active[4] = makePod('other').label('app', 'b').build();
    const verdict = replicaStatus({ ...input, active, minReadySeconds: 30 });
    expect(verdict.status).toEqual({
      replicas: 5,
      fullyLabeledReplicas: 4,
      readyReplicas: 3,
      availableReplicas: 2,
      observedGeneration: 2,
    });
    expect(verdict.recheckAtMs).toBe(NOON + 30_000);
  });

  test('without minReadySeconds what is ready is available', () => {
    const { status, recheckAtMs } = replicaStatus({ ...input, active: pods(2, (pod) => ready(pod)) });
    expect(status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
    expect(recheckAtMs).toBeUndefined();
  });

  test('numbers that are 0 are left out, but for replicas', () => {
    expect(replicaStatus(input).status).toEqual({ replicas: 0, observedGeneration: 2 });
  });

  test('pods that are being deleted are counted where the release counts them, also when there are none', () => {
    expect(replicaStatus({ ...input, terminating: 2 }).status).toMatchObject({ replicas: 0, terminatingReplicas: 2 });
    expect(replicaStatus({ ...input, terminating: 0 }).status).toMatchObject({ terminatingReplicas: 0 });
  });

  test('a status that still holds is not written', () => {
    const current: ReplicaSetStatus = { replicas: 0, observedGeneration: 2 };
    expect(replicaStatus({ ...input, current }).status).toBeUndefined();
  });

  test('a failure is a condition until a pass succeeds, and keeps its first words', () => {
    const first = replicaStatus({ ...input, failure: { reason: 'FailedCreate', message: 'quota' } }).status!;
    expect(first.conditions).toEqual([
      {
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: 'quota',
        lastTransitionTime: '2026-01-01T12:00:00Z',
      },
    ]);
    const failure = { reason: 'FailedDelete', message: 'other' } as const;
    expect(replicaStatus({ ...input, current: first, failure, nowMs: NOON + 60_000 }).status).toBeUndefined();
    expect(replicaStatus({ ...input, current: first }).status).toEqual({ replicas: 0, observedGeneration: 2 });
  });
});
