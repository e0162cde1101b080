import type { Pod } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { INDEX_FAILURES, INDEX_IGNORED_FAILURES, JOB_TRACKING, type Job, type JobStatus } from './job-constants';
import { planJob, type JobPlan } from './plan-job';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString().replace('.000', '');
const job = (spec: object = {}, status?: JobStatus): Job => ({
  metadata: { name: 'j', namespace: 'ns', uid: 'j', resourceVersion: '1', creationTimestamp: at(0) },
  spec: { parallelism: 1, completions: 1, backoffLimit: 6, template: { spec: { containers: [] } } as never, ...spec },
  ...(status ? { status } : {}),
});
const started = (status: JobStatus = {}): JobStatus => ({ startTime: at(0), uncountedTerminatedPods: {}, ...status });

interface PodIdea {
  readonly name: string;
  readonly phase?: string;
  readonly exitCode?: number;
  readonly container?: string;
  readonly isInit?: boolean;
  readonly condition?: string;
  readonly index?: number;
  readonly failures?: number;
  readonly ignored?: number;
  readonly isGoing?: boolean;
  readonly isLetGo?: boolean;
}
const pod = (idea: PodIdea): Pod => {
  const { name, phase = 'Running', exitCode, container = 'c', index, failures, ignored, condition } = idea;
  const containers =
    exitCode === undefined
      ? []
      : [{ name: container, restartCount: 0, state: { terminated: { exitCode, finishedAt: at(0) } } }];
  const annotations = {
    ...(index === undefined ? {} : { 'batch.kubernetes.io/job-completion-index': String(index) }),
    ...(failures === undefined ? {} : { [INDEX_FAILURES]: String(failures) }),
    ...(ignored === undefined ? {} : { [INDEX_IGNORED_FAILURES]: String(ignored) }),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace: 'ns', uid: `u-${name}`, creationTimestamp: at(0), annotations },
      ...(idea.isLetGo ? {} : { finalizers: [JOB_TRACKING] }),
      ...(idea.isGoing ? { deletionTimestamp: at(30), deletionGracePeriodSeconds: 30 } : {}),
    },
    spec: { nodeName: 'n', containers: [] },
    status: {
      phase,
      ...(idea.isInit ? { initContainerStatuses: containers } : { containerStatuses: containers }),
      ...(condition ? { conditions: [{ type: condition, status: 'True' }] } : {}),
    },
  } as unknown as Pod;
};
const plan = (subject: Job, ideas: readonly PodIdea[] = [], seconds = 0): JobPlan =>
  planJob({ job: subject, pods: ideas.map(pod), knobs: WORKLOAD_KNOBS.modern, nowMs: NOON + seconds * 1000 });
const ends = ({ status }: JobPlan): string[] =>
  (status?.conditions ?? []).map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
const names = (pods: readonly Pod[]): string[] => pods.map(({ metadata }) => metadata.name);

describe('pod failure policy', () => {
  const onExit = (action: string, operator: string, values: number[], containerName?: string): object => ({
    action,
    onExitCodes: { operator, values, ...(containerName ? { containerName } : {}) },
  });
  const onCondition = (action: string, type: string, status = 'True'): object => ({
    action,
    onPodConditions: [{ type, status }],
  });
  const failed = (idea: Partial<PodIdea>): PodIdea => ({ name: 'p', phase: 'Failed', exitCode: 42, ...idea });
  const byExit = 'Container c for pod ns/p failed with exit code 42 matching FailJob rule at index';

  test.each<[string, object[], Partial<PodIdea>, { ends?: string; counted: boolean }]>([
    ['fails the job', [onExit('FailJob', 'In', [42])], {}, { ends: `${byExit} 0`, counted: true }],
    ['by another code', [onExit('FailJob', 'In', [1, 43])], {}, { counted: true }],
    ['by any but these', [onExit('FailJob', 'NotIn', [1])], {}, { ends: `${byExit} 0`, counted: true }],
    ['never by a good end', [onExit('FailJob', 'NotIn', [1])], { exitCode: 0 }, { counted: true }],
    ['of this container', [onExit('FailJob', 'In', [42], 'c')], {}, { ends: `${byExit} 0`, counted: true }],
    ['of another container', [onExit('FailJob', 'In', [42], 'd')], {}, { counted: true }],
    ['of an init container', [onExit('FailJob', 'In', [42])], { isInit: true }, { ends: `${byExit} 0`, counted: true }],
    ['does not count', [onExit('Ignore', 'In', [42])], {}, { counted: false }],
    ['first rule: ignored', [onExit('Ignore', 'In', [42]), onExit('FailJob', 'In', [42])], {}, { counted: false }],
    ['first rule: counted', [onExit('Count', 'In', [42]), onExit('FailJob', 'In', [42])], {}, { counted: true }],
    [
      'second rule',
      [onExit('Count', 'In', [1]), onExit('FailJob', 'In', [42])],
      {},
      { ends: `${byExit} 1`, counted: true },
    ],
    ['disruption', [onCondition('Ignore', 'DisruptionTarget')], { condition: 'DisruptionTarget' }, { counted: false }],
    ['no disruption', [onCondition('Ignore', 'DisruptionTarget')], {}, { counted: true }],
    [
      'not disruption',
      [onCondition('Ignore', 'DisruptionTarget', 'False')],
      { condition: 'DisruptionTarget' },
      { counted: true },
    ],
    [
      'a condition fails the job',
      [onCondition('FailJob', 'Odd')],
      { condition: 'Odd' },
      { ends: 'Pod ns/p has condition Odd matching FailJob rule at index 0', counted: true },
    ],
  ])('%s', (_name, rules, idea, want) => {
    const result = plan(job({ podFailurePolicy: { rules } }, started()), [failed(idea)], 1);
    expect(ends(result)).toEqual(want.ends ? [`FailureTarget PodFailurePolicy: ${want.ends}`] : []);
    expect(result.status!.uncountedTerminatedPods!.failed ?? []).toEqual(want.counted ? ['u-p'] : []);
    expect(names(result.letGo)).toEqual(['p']);
  });

  it('ignored failures do not use up the limit, but wait', () => {
    const subject = job({ backoffLimit: 0, podFailurePolicy: { rules: [onExit('Ignore', 'In', [42])] } }, started());
    const early = plan(subject, [failed({})], 9);
    expect([ends(early), early.creations, early.recheckAtMs]).toEqual([[], [], NOON + 10_000]);
    expect(plan(subject, [failed({})], 10).creations).toEqual([{}]);
  });

  it('replaces no pod that is only going', () => {
    const subject = job({ podFailurePolicy: { rules: [] } }, started());
    const result = plan(subject, [{ name: 'p', isGoing: true }], 99);
    expect([result.creations, result.letGo, result.status?.terminating]).toEqual([[], [], 1]);
  });
});

describe('what the job ends itself', () => {
  it('counts as failed when the job fails', () => {
    const result = plan(job({ activeDeadlineSeconds: 1 }, started()), [{ name: 'a' }, { name: 'b', isGoing: true }], 2);
    expect(names(result.deletions)).toEqual(['a']);
    expect(names(result.letGo).sort()).toEqual(['a', 'b']);
    expect(result.status?.uncountedTerminatedPods?.failed?.toSorted()).toEqual(['u-a', 'u-b']);
    const going: PodIdea[] = [
      { name: 'a', isGoing: true, isLetGo: true },
      { name: 'b', isGoing: true, isLetGo: true },
    ];
    const next = plan(job({ activeDeadlineSeconds: 1 }, result.status), going, 3);
    expect(next.status).toMatchObject({ failed: 2, terminating: 2, uncountedTerminatedPods: {} });
    expect(next.status!.conditions).toHaveLength(1);
    expect(ends(plan(job({ activeDeadlineSeconds: 1 }, next.status), [], 4))[1]).toMatch(/^Failed DeadlineExceeded/);
  });

  test.each<[string, object]>([
    ['suspended', { suspend: true }],
    ['less parallel', { parallelism: 0 }],
  ])('does not count when the job is %s', (_name, spec) => {
    const result = plan(job({ backoffLimit: 0, ...spec }, started()), [{ name: 'a' }], 1);
    expect([names(result.deletions), names(result.letGo)]).toEqual([['a'], ['a']]);
    expect(result.status).toMatchObject({ uncountedTerminatedPods: {} });
    const after = plan(
      job({ backoffLimit: 0, ...spec }, result.status),
      [{ name: 'a', isGoing: true, isLetGo: true }],
      2,
    );
    expect(after.status?.failed).toBeUndefined();
    expect(after.status?.conditions ?? []).not.toContainEqual(expect.objectContaining({ type: 'FailureTarget' }));
  });

  it('lets go of all its pods when it is being deleted', () => {
    const subject = job({}, started());
    const going = { ...subject, metadata: { ...subject.metadata, deletionTimestamp: at(1) } };
    const result = plan(going, [{ name: 'a' }], 2);
    expect([names(result.letGo), result.deletions]).toEqual([['a'], []]);
  });

  it('accounts for 500 pods at a time', () => {
    const many = Array.from({ length: 501 }, (_, i): PodIdea => ({ name: `p${i}`, phase: 'Succeeded' }));
    const result = plan(job({ completions: 900, parallelism: 0 }, started()), many, 1);
    expect([result.letGo.length, result.status!.uncountedTerminatedPods!.succeeded!.length]).toEqual([500, 500]);
  });
});

describe('a back-off limit for each index', () => {
  const indexed = (spec: object = {}, status?: JobStatus): Job =>
    job(
      {
        ...{ completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimit: 2 ** 31 - 1 },
        ...{ backoffLimitPerIndex: 1, ...spec },
      },
      started(status),
    );
  const failed = (name: string, index: number, more: Partial<PodIdea> = {}): PodIdea => ({
    ...{ name, index, phase: 'Failed', exitCode: 1, failures: 0 },
    ...more,
  });
  const running = (name: string, index: number): PodIdea => ({ name, index, failures: 0 });

  it('starts every index without failures', () => {
    const result = plan(indexed());
    expect(result.creations).toEqual([0, 1, 2].map((index) => ({ index, failures: { counted: 0, ignored: 0 } })));
    expect(result.status).toMatchObject({ failedIndexes: '' });
  });

  it('waits for each index by itself, and remembers its failures', () => {
    const pods = [failed('a', 0), running('c', 2)];
    const early = plan(indexed(), pods, 5);
    expect(early.creations).toEqual([{ index: 1, failures: { counted: 0, ignored: 0 } }]);
    expect(early.recheckAtMs).toBe(NOON + 10_000);
    // Its pod is kept uncounted: it knows how often the index failed.
    expect([names(early.letGo), early.status?.uncountedTerminatedPods]).toEqual([[], {}]);
    const late = plan(indexed(), [...pods, running('b', 1)], 10);
    expect(late.creations).toEqual([{ index: 0, failures: { counted: 1, ignored: 0 } }]);
    const replaced = plan(indexed(), [...pods, running('b', 1), { ...running('a2', 0), failures: 1 }], 11);
    expect(names(replaced.letGo)).toEqual(['a']);
    expect(replaced.status?.uncountedTerminatedPods).toEqual({ failed: ['u-a'] });
  });

  it('doubles what an index waits, ignored failures included', () => {
    const policy = { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }] };
    const pods = [failed('a', 0, { failures: 1, ignored: 1 }), running('b', 1), running('c', 2)];
    const result = plan(indexed({ podFailurePolicy: policy }), pods, 5);
    expect(result.recheckAtMs).toBe(NOON + 40_000);
    const late = plan(indexed({ podFailurePolicy: policy }), pods, 40);
    expect(late.creations).toEqual([{ index: 0, failures: { counted: 1, ignored: 2 } }]);
  });

  it('gives an index up that failed once too often', () => {
    const pods = [failed('a', 0, { failures: 1 }), running('b', 1), running('c', 2)];
    const result = plan(indexed(), pods, 99);
    expect(result.status).toMatchObject({ failedIndexes: '0', uncountedTerminatedPods: { failed: ['u-a'] } });
    expect([result.creations, ends(result), names(result.letGo)]).toEqual([[], [], ['a']]);
  });

  it('gives an index up at once when the policy says so', () => {
    const policy = { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }] };
    const result = plan(indexed({ podFailurePolicy: policy }), [failed('a', 1)], 1);
    expect(result.status?.failedIndexes).toBe('1');
  });

  test.each<[string, object, JobStatus, PodIdea[], string[]]>([
    [
      'all indexes are done or failed',
      {},
      { completedIndexes: '0,1', succeeded: 2 },
      [failed('c', 2, { failures: 1 })],
      ['FailureTarget FailedIndexes: Job has failed indexes'],
    ],
    [
      'more indexes failed than may',
      { maxFailedIndexes: 1 },
      { failedIndexes: '0', failed: 2 },
      [failed('b', 1, { failures: 1 }), running('c', 2)],
      ['FailureTarget MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of failed indexes'],
    ],
    ['as many indexes failed as may', { maxFailedIndexes: 1 }, { failedIndexes: '0' }, [running('c', 2)], []],
    [
      'too many pods failed in all',
      { backoffLimit: 0 },
      {},
      [failed('a', 0)],
      ['FailureTarget BackoffLimitExceeded: Job has reached the specified backoff limit'],
    ],
  ])('%s', (_name, spec, status, pods, want) => {
    expect(ends(plan(indexed(spec, status), pods, 1))).toEqual(want);
  });
});

describe('success policy', () => {
  const indexed = (rules: object[], completedIndexes: string): Job =>
    job(
      { completionMode: 'Indexed', completions: 10, parallelism: 5, successPolicy: { rules } },
      started({ completedIndexes }),
    );

  test.each<[string, object[], string, string | undefined]>([
    ['these indexes', [{ succeededIndexes: '0,2-3' }], '0,2,3,7', 'Matched rules at index 0'],
    ['one of them is missing', [{ succeededIndexes: '0,2-3' }], '0,2,7', undefined],
    ['some of these', [{ succeededIndexes: '0-4', succeededCount: 2 }], '3,4', 'Matched rules at index 0'],
    ['too few of these', [{ succeededIndexes: '0-4', succeededCount: 3 }], '3,4,8,9', undefined],
    ['so many', [{ succeededCount: 3 }], '1,5,9', 'Matched rules at index 0'],
    ['the first rule that holds', [{ succeededCount: 9 }, { succeededIndexes: '1' }], '1', 'Matched rules at index 1'],
    ['none yet', [{ succeededCount: 0 }], '', undefined],
    ['indexes that there are not', [{ succeededIndexes: '20' }], '1', undefined],
  ])('%s', (_name, rules, done, want) => {
    expect(ends(plan(indexed(rules, done), [], 1))[0]).toBe(want && `SuccessCriteriaMet SuccessPolicy: ${want}`);
  });

  it('ends what still runs, which is no failure', () => {
    const subject = indexed([{ succeededIndexes: '0' }], '');
    const pods: PodIdea[] = [
      { name: 'leader', index: 0, phase: 'Succeeded', exitCode: 0 },
      { name: 'worker', index: 1 },
    ];
    const result = plan(subject, pods, 1);
    expect(names(result.deletions)).toEqual(['worker']);
    expect(names(result.letGo)).toEqual(['leader', 'worker']);
    expect(result.status).toMatchObject({ completedIndexes: '0', succeeded: 1, uncountedTerminatedPods: {} });
    const going: PodIdea[] = [{ name: 'worker', index: 1, isGoing: true, isLetGo: true }];
    const next = plan({ ...subject, status: result.status! }, going, 2);
    expect(next.status?.conditions).toHaveLength(1);
    const last = plan({ ...subject, status: next.status! }, [], 3);
    expect(ends(last)[1]).toBe('Complete SuccessPolicy: Matched rules at index 0');
    expect(last.status?.failed).toBeUndefined();
  });
});
