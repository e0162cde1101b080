import type { Pod } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { formatIndexes, parseIndexes } from './completed-indexes';
import { planJob, type JobPlan } from './plan-job';
import { JOB_TRACKING, type Job, type JobStatus } from './job-constants';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString().replace('.000', '');
const job = (spec: object = {}, status?: JobStatus, metadata: object = {}): Job => ({
  metadata: { name: 'j', namespace: 'ns', uid: 'j', resourceVersion: '1', creationTimestamp: at(0), ...metadata },
  spec: { parallelism: 1, completions: 1, backoffLimit: 6, template: { spec: { containers: [] } } as never, ...spec },
  ...(status ? { status } : {}),
});

interface PodIdea {
  readonly name?: string;
  readonly phase?: string;
  readonly endedAt?: number;
  readonly restarts?: number;
  readonly index?: number;
  readonly isGoing?: boolean;
  readonly isCounted?: boolean;
}
let made = 0;
const pod = ({
  name = `p${made++}`,
  phase = 'Running',
  endedAt = 0,
  restarts = 0,
  index,
  isGoing,
  isCounted,
}: PodIdea = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: `u-${name}`,
      creationTimestamp: at(0),
      ...(isCounted ? {} : { finalizers: [JOB_TRACKING] }),
      ...(isGoing ? { deletionTimestamp: at(0) } : {}),
      ...(index === undefined ? {} : { annotations: { 'batch.kubernetes.io/job-completion-index': String(index) } }),
    },
    spec: { nodeName: 'n', containers: [] },
    status: {
      phase,
      containerStatuses: [
        {
          restartCount: restarts,
          ...(phase === 'Succeeded' || phase === 'Failed'
            ? { state: { terminated: { finishedAt: at(endedAt) } } }
            : {}),
        },
      ],
    },
  }) as unknown as Pod;

const plan = (
  subject: Job,
  pods: readonly Pod[] = [],
  seconds = 0,
  bundle: keyof typeof WORKLOAD_KNOBS = 'modern',
): JobPlan => planJob({ job: subject, pods, knobs: WORKLOAD_KNOBS[bundle], nowMs: NOON + seconds * 1000 });
const conditions = ({ status }: JobPlan): string[] =>
  (status?.conditions ?? []).map(({ type, status: is, reason }) => `${type}=${is}${reason ? ` ${reason}` : ''}`);
const indexesOf = ({ creations }: JobPlan) => creations.map(({ index }) => index);
const done = (n: number): PodIdea[] => Array.from({ length: n }, () => ({ phase: 'Succeeded' }));
const failed = (n: number, endedAt = 0): PodIdea[] => Array.from({ length: n }, () => ({ phase: 'Failed', endedAt }));

describe('how many pods a job wants', () => {
  test.each<[string, object, readonly PodIdea[], number, number]>([
    ['one', {}, [], 1, 0],
    ['as many at once as are missing', { completions: 3, parallelism: 5 }, [], 3, 0],
    ['no more at once than it may', { completions: 9, parallelism: 2 }, [], 2, 0],
    ['the rest', { completions: 3, parallelism: 3 }, [...done(1), {}], 1, 0],
    ['none beyond what is there', { completions: 3, parallelism: 2 }, [{}, {}], 0, 0],
    ['fewer than there are', { completions: 9, parallelism: 1 }, [{}, {}, {}], 0, 2],
    ['all workers of a queue', { completions: null, parallelism: 3 }, [], 3, 0],
    ['no new workers after the first success', { completions: null, parallelism: 3 }, [...done(1), {}], 0, 0],
    ['500 at a time', { completions: 900, parallelism: 900 }, [], 500, 0],
    ['none while it is suspended', { suspend: true }, [{}], 0, 1],
    ['another for one that is going', {}, [{ isGoing: true }], 0, 0],
  ])('%s', (_name, spec, ideas, creations, deletions) => {
    const result = plan(job(spec), ideas.map(pod), 1);
    expect([result.creations.length, result.deletions.length]).toEqual([creations, deletions]);
  });

  it('replaces a pod that is going after its back-off, or when it has ended', () => {
    const going = [pod({ isGoing: true })];
    expect(plan(job(), going, 10).creations).toHaveLength(1);
    expect(plan(job({ podReplacementPolicy: 'Failed' }), going, 10).creations).toHaveLength(0);
  });

  it('creates nothing when it is being deleted', () => {
    expect(plan(job({}, undefined, { deletionTimestamp: at(0) })).creations).toEqual([]);
  });
});

describe('back-off', () => {
  test.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [6, 320],
    [7, 360],
  ])('%s failures in a row wait %s s', (count, seconds) => {
    const pods = failed(count).map(pod);
    const subject = job({ backoffLimit: 99 });
    const early = plan(subject, pods, seconds - 1);
    expect([early.creations.length, early.recheckAtMs]).toEqual([0, NOON + seconds * 1000]);
    expect(plan(subject, pods, seconds).creations).toHaveLength(1);
  });

  it('waits for pods that have been counted too', () => {
    const counted = pod({ phase: 'Failed', endedAt: 0, isCounted: true });
    expect(plan(job({}, { failed: 1, uncountedTerminatedPods: {} }), [counted], 9).recheckAtMs).toBe(NOON + 10_000);
  });

  it('begins again after a success', () => {
    const pods = [...failed(3, 0), { phase: 'Succeeded', endedAt: 5 }, ...failed(1, 6)].map(pod);
    expect(plan(job({ completions: 9 }), pods, 7).recheckAtMs).toBe(NOON + 16_000);
  });
});

describe('how a job ends', () => {
  const counted = (status: JobStatus): JobStatus => ({ startTime: at(0), uncountedTerminatedPods: {}, ...status });
  it('counts a pod, then lets it go, then says so', () => {
    const ended = pod({ name: 'a', phase: 'Succeeded' });
    const first = plan(job({}, counted({ active: 1 })), [ended], 5);
    expect(first.status).toMatchObject({ uncountedTerminatedPods: { succeeded: ['u-a'] } });
    expect(first.status).not.toHaveProperty('succeeded');
    expect(first.letGo).toEqual([ended]);
    expect(conditions(first)).toEqual(['SuccessCriteriaMet=True CompletionsReached']);
    const second = plan(job({}, first.status), [pod({ name: 'a', phase: 'Succeeded', isCounted: true })], 6);
    expect(second.status).toMatchObject({ succeeded: 1, completionTime: at(6), uncountedTerminatedPods: {} });
    expect(conditions(second)).toEqual([
      'SuccessCriteriaMet=True CompletionsReached',
      'Complete=True CompletionsReached',
    ]);
    expect(second.notes).toEqual([{ type: 'Normal', reason: 'Completed', message: 'Job completed' }]);
    expect(plan(job({}, second.status), [], 7).status).toBeUndefined();
  });

  it('counts a pod once, whenever the controller dies', () => {
    const listed = counted({ uncountedTerminatedPods: { succeeded: ['u-a'] } });
    const there = plan(job({ completions: 2 }, listed), [pod({ name: 'a', phase: 'Succeeded' })], 1);
    expect(there.status?.succeeded).toBeUndefined();
    expect(plan(job({ completions: 2 }, listed), [], 1).status).toMatchObject({ succeeded: 1 });
    const folded = counted({ succeeded: 1 });
    expect(
      plan(job({ completions: 2 }, folded), [pod({ name: 'a', phase: 'Succeeded', isCounted: true })], 1).status,
    ).toMatchObject({ succeeded: 1 });
  });

  test.each<[string, object, readonly PodIdea[], number, string[]]>([
    ['too many failures', { backoffLimit: 1 }, failed(2), 1, ['FailureTarget=True BackoffLimitExceeded']],
    ['as many failures as it may', { backoffLimit: 2 }, failed(2), 1, []],
    [
      'too many restarts',
      { backoffLimit: 2, template: { spec: { restartPolicy: 'OnFailure' } } },
      [{ restarts: 2 }],
      1,
      ['FailureTarget=True BackoffLimitExceeded'],
    ],
    ['restarts of pods that do not restart', { backoffLimit: 2 }, [{ restarts: 2 }], 1, []],
    [
      'one restart where none is allowed',
      { backoffLimit: 0, template: { spec: { restartPolicy: 'OnFailure' } } },
      [{ restarts: 1 }],
      1,
      ['FailureTarget=True BackoffLimitExceeded'],
    ],
    ['its deadline', { activeDeadlineSeconds: 9 }, [{}], 9, ['FailureTarget=True DeadlineExceeded']],
    ['just before its deadline', { activeDeadlineSeconds: 9 }, [{}], 8, []],
    ['a worker ends well, others run', { completions: null }, [...done(1), {}], 1, []],
    ['all workers have ended', { completions: null }, done(1), 1, ['SuccessCriteriaMet=True CompletionsReached']],
  ])('%s', (_name, spec, ideas, seconds, expected) => {
    const result = plan(job(spec, counted({})), ideas.map(pod), seconds);
    expect(conditions(result)).toEqual(expected);
    if (expected.length > 0) expect(result.creations).toEqual([]);
  });

  it('ends its pods before it says that it failed', () => {
    const subject = job({ activeDeadlineSeconds: 9 }, counted({}));
    const running = plan(subject, [pod()], 9);
    expect([running.deletions.length, running.notes]).toEqual([1, []]);
    const after = plan(job({ activeDeadlineSeconds: 9 }, running.status), [], 12);
    expect(conditions(after)).toEqual(['FailureTarget=True DeadlineExceeded', 'Failed=True DeadlineExceeded']);
    expect(after.notes).toEqual([
      { type: 'Warning', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' },
    ]);
  });

  it('rechecks at its deadline', () => {
    expect(plan(job({ activeDeadlineSeconds: 9 }), [], 0).recheckAtMs).toBe(NOON + 9000);
  });

  it('in 1.20 counts the pods that are there and ends at once', () => {
    const result = plan(job({}, { startTime: at(0) }), [pod({ phase: 'Succeeded' })], 5, 'k8s-1.20');
    expect(result.status).toEqual({
      startTime: at(0),
      succeeded: 1,
      completionTime: at(5),
      conditions: [expect.anything()],
    });
    expect(conditions(result)).toEqual(['Complete=True']);
    expect(result.letGo).toEqual([]);
  });

  it('is gone some time after its end', () => {
    const ended: JobStatus = {
      conditions: [{ type: 'Complete', status: 'True', lastProbeTime: at(0), lastTransitionTime: at(0) }],
    };
    expect(plan(job({ ttlSecondsAfterFinished: 30 }, ended), [], 29)).toMatchObject({
      isExpired: false,
      recheckAtMs: NOON + 30_000,
    });
    expect(plan(job({ ttlSecondsAfterFinished: 30 }, ended), [], 30).isExpired).toBe(true);
    expect(plan(job({}, ended), [], 1e6).isExpired).toBe(false);
  });

  it('wakes up to go even if nothing happens after the step that ends it', () => {
    const ending = plan(
      job({ ttlSecondsAfterFinished: 30 }, { startTime: at(0) }),
      [pod({ phase: 'Succeeded' })],
      5,
      'k8s-1.20',
    );
    expect(conditions(ending)).toEqual(['Complete=True']);
    expect(ending.recheckAtMs).toBe(NOON + 35_000);
  });
});

describe('suspending', () => {
  it('stops the clock and begins again', () => {
    const suspended = plan(job({ suspend: true }, { startTime: at(0) }), [pod()], 5);
    expect(conditions(suspended)).toEqual(['Suspended=True JobSuspended']);
    expect(suspended.status).toMatchObject({ startTime: at(0) });
    const resumed = plan(job({ activeDeadlineSeconds: 9 }, suspended.status), [], 60);
    expect(conditions(resumed)).toEqual(['Suspended=False JobResumed']);
    expect(resumed.status).toMatchObject({ startTime: at(60) });
    expect(resumed.notes).toEqual([{ type: 'Normal', reason: 'Resumed', message: 'Job resumed' }]);
  });
});

describe('Indexed', () => {
  const indexed = (completions: number, parallelism: number, status?: JobStatus) =>
    job({ completionMode: 'Indexed', completions, parallelism }, status);
  it('gives every index a pod, the lowest first', () => {
    expect(indexesOf(plan(indexed(5, 3)))).toEqual([0, 1, 2]);
    const pods = [pod({ index: 1 }), pod({ index: 0, phase: 'Succeeded' })];
    expect(indexesOf(plan(indexed(5, 3), pods, 1))).toEqual([2, 3]);
  });

  it('deletes the pods that serve least of an index that has several', () => {
    const pods = [pod({ index: 0 }), pod({ name: 'twin', index: 0, phase: 'Pending' }), pod({ index: 1 })];
    expect(plan(indexed(5, 3), pods, 1).deletions.map(({ metadata }) => metadata.name)).toEqual(['twin']);
  });

  it('keeps the indexes that are done', () => {
    const status = { completedIndexes: '0-2', uncountedTerminatedPods: {} };
    const result = plan(indexed(5, 5, status), [pod({ index: 4, phase: 'Succeeded' })], 1);
    expect(result.status).toMatchObject({ completedIndexes: '0-2,4', succeeded: 4 });
    expect(indexesOf(result)).toEqual([3]);
  });

  it('does not count to what a short text may name', () => {
    expect(parseIndexes('0-99999999999,3', 5)).toEqual([0, 1, 2, 3, 4]);
    expect(parseIndexes('0-99999999999')).toHaveLength(1_000_000);
  });

  test.each([
    ['', []],
    ['0', [0]],
    ['0,1', [0, 1]],
    ['0-2,4', [0, 1, 2, 4]],
    ['1,3,5-9', [1, 3, 5, 6, 7, 8, 9]],
  ])('writes %s', (text, indexes) => {
    expect(formatIndexes(indexes)).toBe(text);
    expect(parseIndexes(text)).toEqual(indexes);
  });
});
