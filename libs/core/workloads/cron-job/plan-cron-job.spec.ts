import { scheduleError } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import type { Job } from '../job/job-constants';
import { planCronJob, withStarted, type CronJobPlan } from './plan-cron-job';
import fc from 'fast-check';
import { Schedule } from './schedule';
import type { CronJob, CronJobStatus } from './cron-job-constants';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString().replace('.000', '');

const cronJob = (spec: object = {}, status: CronJobStatus = {}): CronJob => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'report', namespace: 'ns', uid: 'c', resourceVersion: '1', creationTimestamp: at(0) },
  spec: {
    schedule: '*/5 * * * *',
    jobTemplate: { metadata: { labels: { a: 'b' } }, spec: { parallelism: 1 } },
    ...spec,
  },
  status,
});
const job = (name: string, ended?: 'Complete' | 'Failed', startSeconds = 0): Job =>
  ({
    metadata: { name, uid: `u-${name}`, creationTimestamp: at(startSeconds) },
    spec: {},
    status: {
      startTime: at(startSeconds),
      ...(ended ? { conditions: [{ type: ended, status: 'True' }] } : {}),
      ...(ended === 'Complete' ? { completionTime: at(startSeconds + 5) } : {}),
    },
  }) as unknown as Job;
const reference = (name: string) => ({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'ns', name, uid: `u-${name}` });
const plan = (
  subject: CronJob,
  seconds: number,
  jobs: readonly Job[] = [],
  bundle: keyof typeof WORKLOAD_KNOBS = 'modern',
): CronJobPlan => planCronJob({ cronJob: subject, jobs, knobs: WORKLOAD_KNOBS[bundle], nowMs: NOON + seconds * 1000 });
const reasons = ({ notes }: CronJobPlan): string[] => notes.map(({ reason }) => reason);

describe('schedules', () => {
  test.each<[string, string, number, number]>([
    ['*/5 * * * *', 'UTC', 0, 300],
    ['@hourly', 'UTC', 1, 3600],
    ['0 13 * * *', 'UTC', 0, 3600],
    ['0 13 * * *', 'Europe/Berlin', -1, 0],
    ['0 0 1 * 5', 'UTC', 0, 43_200],
    ['30 12 ? * *', 'UTC', 0, 1800],
    ['0 0 29 2 *', 'UTC', 0, (Date.parse('2028-02-29T00:00:00Z') - NOON) / 1000],
  ])('%s in %s', (text, zone, from, expected) => {
    expect(new Schedule(text, zone, NOON).after(NOON + from * 1000)).toBe(NOON + expected * 1000);
  });

  test.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['* * * * * *', 'expected exactly 5 fields, found 6: [* * * * * *]'],
    ['61 * * * *', 'end of range (61) above maximum (59): 61'],
    ['@never', 'unrecognized descriptor: @never'],
    ['@every', 'unrecognized descriptor: @every'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
    ['TZ=Mars/Base * * * * *', 'provided bad location Mars/Base: unknown time zone Mars/Base'],
    ['', 'empty spec string'],
    ['0 0 L * *', 'failed to parse int from L: strconv.Atoi: parsing "L": invalid syntax'],
    ['0 0 * * 1#2', 'failed to parse int from 1#2: strconv.Atoi: parsing "1#2": invalid syntax'],
    [', * * * *', 'failed to parse int from ,: strconv.Atoi: parsing ",": invalid syntax'],
    ['-5 * * * *', 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'],
    ['0 0 32 2 *', 'end of range (32) above maximum (31): 32'],
    ['0 0 30 13 *', 'end of range (13) above maximum (12): 13'],
    ['0 0 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['0 0 * * 7', 'end of range (7) above maximum (6): 7'],
    ['0 0 * * fri-mon', 'beginning of range (5) beyond end of range (1): fri-mon'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
  ])('refuses %p', (text, reason) => {
    expect(scheduleError(text)).toBe(reason);
  });

  test.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 31 APR *', '0 0 30-31 2 ?'])('%s never comes', (text) => {
    expect(scheduleError(text)).toBeUndefined();
    const schedule = new Schedule(text, 'UTC', NOON);
    expect([schedule.after(NOON), schedule.atOrBefore(NOON)]).toEqual([undefined, undefined]);
    expect(plan(cronJob({ schedule: text }), 300)).toMatchObject({ creation: undefined, recheckAtMs: undefined });
  });

  test.each([
    ['0 0 31 4 1', '2026-04-06T00:00:00Z'],
    ['0 0 30,31 4 *', '2026-04-30T00:00:00Z'],
    ['0 0 31 2,3 *', '2026-03-31T00:00:00Z'],
  ])('%s comes', (text, expected) => {
    expect(new Schedule(text, 'UTC', NOON).after(NOON)).toBe(Date.parse(expected));
  });

  test.each<[string, number, number | undefined, number]>([
    ['@every 90s', 0, undefined, 90],
    ['@every 90s', 90, 90, 180],
    ['@every 1m30s', 269.999, 180, 270],
    ['@every 1500ms', 3.5, 3, 4],
    ['@every 1ms', 5, 5, 6],
  ])('%s at %d s was due at %p and is at %d', (text, seconds, last, next) => {
    const schedule = new Schedule(text, 'UTC', NOON);
    const found = [schedule.atOrBefore(NOON + seconds * 1000), schedule.after(NOON + seconds * 1000)];
    expect(found).toEqual([last === undefined ? undefined : NOON + last * 1000, NOON + next * 1000]);
  });

  it('can tell the next time of whatever it accepts', () => {
    const value = fc.integer({ min: 1, max: 7 }).map(String);
    const range = fc.oneof(
      fc.constantFrom('*', '?'),
      value,
      fc.tuple(value, value).map(([from, to]) => `${from}-${to}`),
    );
    const part = fc
      .tuple(range, fc.option(fc.integer({ min: 1, max: 9 })))
      .map(([text, step]) => (step === null ? text : `${text}/${step}`));
    const field = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));
    fc.assert(
      fc.property(fc.tuple(field, field, field, field, field), (fields) => {
        const text = fields.join(' ');
        fc.pre(scheduleError(text) === undefined);
        const next = new Schedule(text, 'UTC', NOON).after(NOON);
        expect(next === undefined || next > NOON).toBe(true);
      }),
      { numRuns: 60, maxSkipsPerRun: 10_000 },
    );
  });

  it('counts the periods of @every from the last job', () => {
    const every = cronJob({ schedule: '@every 7m' }, { lastScheduleTime: at(60) });
    expect(plan(every, 479)).toMatchObject({ creation: undefined, recheckAtMs: NOON + 480_000 });
    expect(plan(every, 480).creation?.scheduledMs).toBe(NOON + 480_000);
  });

  it('accepts what is sound', () => {
    for (const text of ['* * * * *', '@daily', '@every 1h30m', '5/15 ? * * ?', '0-30/10 8,9 1-7 JAN MON'])
      expect(scheduleError(text)).toBeUndefined();
  });
});

describe('when a job is started', () => {
  test.each<[string, object, CronJobStatus, number, string | undefined]>([
    ['not before its time', {}, {}, 299, undefined],
    ['at its time', {}, {}, 300, 'report-29454485'],
    ['once for each time', {}, { lastScheduleTime: at(300) }, 301, undefined],
    ['the latest of several missed', {}, {}, 1000, 'report-29454495'],
    ['not when suspended', { suspend: true }, {}, 300, undefined],
    ['within its deadline', { startingDeadlineSeconds: 60 }, {}, 350, 'report-29454485'],
    ['not beyond it', { startingDeadlineSeconds: 60 }, {}, 361, undefined],
  ])('%s', (_name, spec, status, seconds, expected) => {
    expect(plan(cronJob(spec, status), seconds).creation?.name).toBe(expected);
  });

  it('makes the job after its template, for the time of the schedule', () => {
    const { creation, recheckAtMs } = plan(cronJob(), 305);
    expect(creation).toMatchObject({
      scheduledMs: NOON + 300_000,
      input: {
        metadata: {
          labels: { a: 'b' },
          annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': at(300) },
          ownerReferences: [{ kind: 'CronJob', name: 'report', controller: true, blockOwnerDeletion: true }],
        },
        spec: { parallelism: 1 },
      },
    });
    expect(recheckAtMs).toBe(NOON + 600_000);
  });

  it('says when it is too late, or much was missed', () => {
    expect(reasons(plan(cronJob({ startingDeadlineSeconds: 60 }), 361))).toEqual(['MissSchedule']);
    expect(reasons(plan(cronJob({ schedule: '* * * * *' }), 100 * 60))).toEqual([]);
    const late = plan(cronJob({ schedule: '* * * * *' }), 101 * 60);
    expect([reasons(late), late.creation !== undefined]).toEqual([['TooManyMissedTimes'], true]);
  });

  it('looks only every ten seconds in 1.20', () => {
    const odd = cronJob({ schedule: '* * * * *', timeZone: 'UTC' });
    expect(plan(odd, 1, [], 'k8s-1.20').recheckAtMs).toBe(NOON + 60_000);
    expect(plan(odd, 1).recheckAtMs).toBe(NOON + 60_000);
  });
});

describe('concurrency', () => {
  const running = { active: [reference('a')], lastScheduleTime: at(0) };
  test.each<[string, string, boolean, string[], string[]]>([
    ['Allow', 'starts beside it', true, [], []],
    ['Forbid', 'waits for it', false, [], ['JobAlreadyActive']],
    ['Replace', 'ends it first', true, ['a'], []],
  ])('%s %s', (concurrencyPolicy, _what, starts, replaced, notes) => {
    const result = plan(cronJob({ concurrencyPolicy }, running), 300, [job('a')]);
    expect(result.creation !== undefined).toBe(starts);
    expect(result.replaced.map(({ metadata }) => metadata.name)).toEqual(replaced);
    expect(reasons(result)).toEqual(notes);
  });
});

describe('what became of its jobs', () => {
  it('forgets those that ended and remembers the last success', () => {
    const subject = cronJob({}, { active: [reference('a'), reference('b'), reference('c')], lastScheduleTime: at(60) });
    const result = plan(subject, 100, [job('a', 'Complete', 50), job('b')]);
    expect(result.status).toEqual({ active: [reference('b')], lastScheduleTime: at(60), lastSuccessfulTime: at(55) });
    expect(reasons(result)).toEqual(['SawCompletedJob', 'MissingJob']);
  });

  it('reports jobs that another client made', () => {
    expect(reasons(plan(cronJob(), 1, [job('stranger')]))).toEqual(['UnexpectedJob']);
  });

  it('remembers a job that it made and died before saying so', () => {
    const made = job('a');
    const annotations = { 'batch.kubernetes.io/cronjob-scheduled-timestamp': at(300) };
    const forgotten = { ...made, metadata: { ...made.metadata, namespace: 'ns', annotations } };
    const result = plan(cronJob({ concurrencyPolicy: 'Forbid' }), 310, [forgotten]);
    expect(result.status).toEqual({ active: [reference('a')], lastScheduleTime: at(300) });
    expect([result.creation, reasons(result)]).toEqual([undefined, []]);
    expect(reasons(plan(cronJob({ concurrencyPolicy: 'Forbid' }), 600, [forgotten]))).toEqual(['JobAlreadyActive']);
  });

  it('keeps three that succeeded and one that failed', () => {
    const jobs = [5, 4, 3, 2, 1].flatMap((n) => [job(`s${n}`, 'Complete', n), job(`f${n}`, 'Failed', n)]);
    const { outdated } = plan(cronJob(), 10, jobs);
    expect(outdated.map(({ metadata }) => metadata.name)).toEqual(['s1', 's2', 'f1', 'f2', 'f3', 'f4']);
    expect(plan(cronJob({ successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 9 }), 10, jobs).outdated).toHaveLength(
      5,
    );
  });

  it('adds the one that was started', () => {
    const made = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'a', namespace: 'ns', uid: 'u-a', resourceVersion: '7', creationTimestamp: '' },
    };
    expect(withStarted({ lastSuccessfulTime: at(1) }, made, NOON)).toEqual({
      active: [{ ...reference('a'), resourceVersion: '7' }],
      lastScheduleTime: at(0),
      lastSuccessfulTime: at(1),
    });
  });
});
