import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { newRevision, REVISION_HASH, REVISION_LABEL } from '../history/controller-revision';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { planStatefulSet, type StatefulSetPlan } from './plan-stateful-set';
import { statefulSetStatus } from './stateful-set-status';

const NOON = Date.parse('2026-01-01T12:00:00Z');

function setOf(spec: Partial<StatefulSet['spec']> = {}, image = 'i:1'): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: 'db',
      namespace: 'default',
      uid: 'db',
      resourceVersion: '1',
      creationTimestamp: '',
      generation: 3,
    },
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image }] } },
      ...spec,
    },
  };
}

function revisionOf(set: StatefulSet, number: number): ControllerRevision {
  return newRevision(set, number, { hashLabel: REVISION_LABEL, collisionCount: 0 });
}

const OLD = revisionOf(setOf(), 1);
const NEW = revisionOf(setOf({}, 'i:2'), 2);

/** `r` ready, `p` pending, `f` failed, `s` succeeded, `t` terminating, `.` none; capitals are of the new revision. */
function podsOf(letters: string): Pod[] {
  return [...letters].flatMap((letter, ordinal) => (letter === '.' ? [] : [podOf(letter, ordinal)]));
}

function podOf(letter: string, ordinal: number): Pod {
  const isNew = letter === letter.toUpperCase();
  const name = `db-${ordinal}`;
  const pod = makePod(name)
    .label('app', 'db')
    .label(REVISION_HASH, (isNew ? NEW : OLD).metadata.name)
    .build();
  const labels = {
    ...pod.metadata.labels,
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  };
  const phase = { p: 'Pending', f: 'Failed', s: 'Succeeded' }[letter.toLowerCase()] ?? 'Running';
  const lastTransitionTime = '2026-01-01T11:59:50Z' as never;
  const ready = { type: 'Ready', status: phase === 'Running' ? 'True' : 'False', lastTransitionTime };
  const going = letter.toLowerCase() === 't' ? { deletionTimestamp: '2026-01-01T12:00:10Z' } : {};
  return { ...pod, metadata: { ...pod.metadata, labels, ...going }, status: { phase, conditions: [ready] } };
}

function plan(letters: string, spec: Partial<StatefulSet['spec']> = {}, isRollout = false): StatefulSetPlan {
  const set = setOf(spec, isRollout ? 'i:2' : 'i:1');
  const update = isRollout ? NEW : OLD;
  const knobs = WORKLOAD_KNOBS.modern;
  return planStatefulSet({
    set,
    pods: podsOf(letters),
    current: OLD,
    update,
    claim: () => undefined,
    knobs,
    nowMs: NOON,
  });
}

const names = ({ creations, deletions }: StatefulSetPlan): string[] => [
  ...creations.map(({ pod }) => `+${(pod.metadata as { name: string }).name}`),
  ...deletions.map(({ metadata }) => `-${metadata.name}`),
];

const Parallel = { podManagementPolicy: 'Parallel' };
const partition = (from: number): Partial<StatefulSet['spec']> => ({
  updateStrategy: { rollingUpdate: { partition: from } },
});

test.each<[string, Partial<StatefulSet['spec']>, boolean, string[]]>([
  // One at a time, the lowest first, each when those below are ready.
  ['', {}, false, ['+db-0']],
  ['p', {}, false, []],
  ['r', {}, false, ['+db-1']],
  ['rr', {}, false, ['+db-2']],
  ['rrr', {}, false, []],
  ['.rr', {}, false, ['+db-0']],
  ['t..', {}, false, []],
  ['f', {}, false, ['-db-0']],
  ['rs', {}, false, ['-db-1']],
  ['', { replicas: 0 }, false, []],
  ['', { ordinals: { start: 5 }, replicas: 2 }, false, ['+db-5']],
  // Shrinking, the highest first.
  ['rrrrr', {}, false, ['-db-4']],
  ['rrrrt', {}, false, []],
  ['rrrpr', {}, false, ['-db-4']],
  ['rrrrp', {}, false, ['-db-4']],
  ['rrrpp', {}, false, []],
  ['rprrr', {}, false, []],
  ['rrr', { replicas: 0 }, false, ['-db-2']],
  // All at once.
  ['', Parallel, false, ['+db-0', '+db-1', '+db-2']],
  ['p.p', Parallel, false, ['+db-1']],
  ['f.t', Parallel, false, ['+db-1', '-db-0']],
  ['rrrrrr', Parallel, false, ['-db-5', '-db-4', '-db-3']],
  ['rrrpr', { ...Parallel, replicas: 1 }, false, ['-db-4', '-db-3', '-db-2', '-db-1']],
  // Rolling out, from the highest down, one by one, also when pods come and go in parallel.
  ['rrr', {}, true, ['-db-2']],
  ['rrR', {}, true, ['-db-1']],
  ['rrP', {}, true, []],
  ['rr.', {}, true, ['+db-2']],
  ['RRR', {}, true, []],
  ['rrr', Parallel, true, ['-db-2']],
  ['rrP', Parallel, true, []],
  ['rrt', Parallel, true, []],
  ['rrr', { updateStrategy: { type: 'OnDelete' } }, true, []],
  ['rrr', partition(2), true, ['-db-2']],
  ['rrR', partition(2), true, []],
  ['rrr', partition(3), true, []],
  ['rrr', partition(9), true, []],
  ['rrr', { ...partition(7), ordinals: { start: 0 } }, true, []],
])('pods %j with %j, rolling out %s: %j', (letters, spec, isRollout, want) => {
  expect(names(plan(letters, spec, isRollout))).toEqual(want);
});

test.each([
  { from: 0, letters: '.rr', want: NEW },
  { from: 2, letters: '.rr', want: OLD },
  { from: 2, letters: 'rr.', want: NEW },
])('a pod made again with partition $from: $letters', ({ from, letters, want }) => {
  const [creation] = plan(letters, partition(from), true).creations;
  const { metadata, spec } = creation!.pod as unknown as Pod;
  expect(metadata.labels![REVISION_HASH]).toBe(want.metadata.name);
  expect(spec.containers[0]!.image).toBe(want === NEW ? 'i:2' : 'i:1');
});

test('a set that is going does nothing', () => {
  const set = setOf();
  set.metadata.deletionTimestamp = '2026-01-01T12:00:00Z';
  const knobs = WORKLOAD_KNOBS.modern;
  const input = { set, pods: podsOf('rf'), current: OLD, update: OLD, claim: () => undefined, knobs, nowMs: NOON };
  expect(names(planStatefulSet(input))).toEqual([]);
});

test('a pod has a name, a host name, labels and storage of its own', () => {
  const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }];
  const [creation] = plan('r', { volumeClaimTemplates }).creations;
  const pod = creation!.pod as unknown as Pod;
  expect(pod.metadata).toMatchObject({ name: 'db-1', generateName: 'db-', namespace: 'default' });
  expect(pod.metadata.labels).toEqual({
    app: 'db',
    'statefulset.kubernetes.io/pod-name': 'db-1',
    'apps.kubernetes.io/pod-index': '1',
    [REVISION_HASH]: OLD.metadata.name,
  });
  expect(pod.spec).toMatchObject({
    hostname: 'db-1',
    subdomain: 'db',
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } }],
  });
  expect(creation!.claims).toEqual([
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data-db-1', namespace: 'default', labels: { app: 'db' } },
      spec: { accessModes: ['ReadWriteOnce'] },
    },
  ]);
});

test.each([
  { whenDeleted: 'Retain', whenScaled: 'Retain', kept: [], condemned: [] },
  { whenDeleted: 'Delete', whenScaled: 'Retain', kept: ['StatefulSet'], condemned: ['StatefulSet'] },
  { whenDeleted: 'Retain', whenScaled: 'Delete', kept: [], condemned: ['Pod'] },
  { whenDeleted: 'Delete', whenScaled: 'Delete', kept: ['StatefulSet'], condemned: ['Pod'] },
])(
  'claims with $whenDeleted on deletion and $whenScaled on scaling',
  ({ whenDeleted, whenScaled, kept, condemned }) => {
    const spec = {
      replicas: 1,
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
    };
    const set = setOf(spec);
    const claim = (name: string): PersistentVolumeClaim => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '' },
    });
    const knobs = WORKLOAD_KNOBS.modern;
    const { claimUpdates } = planStatefulSet({
      ...{ set, pods: podsOf('rr'), current: OLD, update: OLD, claim, knobs, nowMs: NOON },
    });
    const owners = (name: string): string[] | undefined =>
      claimUpdates
        .find(({ next }) => next.metadata.name === name)
        ?.next.metadata.ownerReferences?.map(({ kind }) => kind);
    expect(owners('data-db-0') ?? []).toEqual(kept);
    expect(owners('data-db-1') ?? []).toEqual(condemned);
  },
);

test('a failed pod is reported', () => {
  expect(plan('rf').notes).toEqual([
    {
      type: 'Warning',
      reason: 'RecreatingFailedPod',
      message: 'StatefulSet default/db is recreating failed Pod db-1',
    },
  ]);
});

test('with minReadySeconds the next pod waits until the last one is available', () => {
  const waiting = plan('r', { minReadySeconds: 30 });
  expect(names(waiting)).toEqual([]);
  expect(waiting.recheckAtMs).toBe(NOON + 20_000);
  expect(names(plan('r', { minReadySeconds: 10 }))).toEqual(['+db-1']);
});

test.each([
  { letters: 'rrr', isRollout: false, want: { replicas: 3, ready: 3, current: 3, updated: 3, isOver: true } },
  { letters: 'rrP', isRollout: true, want: { replicas: 3, ready: 2, current: 2, updated: 1, isOver: false } },
  { letters: 'rRR', isRollout: true, want: { replicas: 3, ready: 3, current: 1, updated: 2, isOver: false } },
  { letters: 'RRR', isRollout: true, want: { replicas: 3, ready: 3, current: 3, updated: 3, isOver: true } },
  { letters: 'RRt', isRollout: true, want: { replicas: 3, ready: 3, current: 0, updated: 2, isOver: false } },
])('the status of $letters', ({ letters, isRollout, want }) => {
  const status = statefulSetStatus({
    set: setOf(),
    pods: podsOf(letters),
    currentRevision: OLD.metadata.name,
    updateRevision: (isRollout ? NEW : OLD).metadata.name,
    collisionCount: 0,
    nowMs: NOON,
  })!;
  expect({
    replicas: status.replicas,
    ready: status.readyReplicas,
    current: status.currentReplicas ?? 0,
    updated: status.updatedReplicas,
    isOver: status.currentRevision === status.updateRevision,
  }).toEqual(want);
  expect(status.observedGeneration).toBe(3);
});
