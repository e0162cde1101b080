import { applyDefaults, kindByGvk, renderFieldError, timeZoneErrors, validateCreate, validateUpdate } from '../index';
import type { KubeObject } from '../index';

const metadata = { name: 'x', namespace: 'default', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' };
const jobTemplate = {
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
};
const cronJob = (spec: object, name = 'x'): KubeObject =>
  ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { ...metadata, name },
    spec: { schedule: '* * * * *', jobTemplate, ...spec },
  }) as unknown as KubeObject;
const EXPLICIT = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';

describe('CronJobs', () => {
  const kind = kindByGvk('batch/v1', 'CronJob')!;
  const created = (object: KubeObject): string[] => {
    applyDefaults(object);
    return validateCreate(kind, object).map(renderFieldError);
  };

  test.each<[object, string[]]>([
    [{ schedule: '' }, ['spec.schedule: Required value']],
    [{ schedule: '@often' }, ['spec.schedule: Invalid value: "@often": unrecognized descriptor: @often']],
    [
      { schedule: 'CRON_TZ=UTC 0 * * * *' },
      [
        'spec.schedule: Invalid value: "CRON_TZ=UTC 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      { schedule: 'TZ=Mars/Base 0 * * * *' },
      [
        'spec.schedule: Invalid value: "TZ=Mars/Base 0 * * * *": provided bad location Mars/Base: unknown time zone Mars/Base',
        'spec.schedule: Invalid value: "TZ=Mars/Base 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [{ timeZone: '' }, ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
    [{ timeZone: 'Local' }, [`spec.timeZone: Invalid value: "Local": ${EXPLICIT}`]],
    [
      { concurrencyPolicy: 'Never' },
      ['spec.concurrencyPolicy: Unsupported value: "Never": supported values: "Allow", "Forbid", "Replace"'],
    ],
    [
      {
        startingDeadlineSeconds: -1,
        successfulJobsHistoryLimit: -1,
        failedJobsHistoryLimit: -1,
        timeZone: 'Mars/Base',
      },
      [
        'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
        'spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base',
        'spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [{ timeZone: 'Europe/Berlin' }, []],
  ])('%j', (spec, expected) => {
    expect(created(cronJob(spec))).toEqual(expected);
  });

  it('have names that leave room for those of their jobs, when they are made', () => {
    const name = 'a'.repeat(53);
    expect(created(cronJob({}, name))).toEqual([
      `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    ]);
    const stored = cronJob({ timeZone: 'Mars/Base' }, name);
    applyDefaults(stored);
    expect(validateUpdate(kind, stored, stored)).toEqual([]);
  });

  test.each([
    ['UTC', []],
    ['US/Pacific', []],
    ['Etc/GMT+1', []],
    ['europe/berlin', ['unknown time zone europe/berlin']],
    ['local', [EXPLICIT, 'unknown time zone local']],
    ['../UTC', ['unknown time zone ../UTC']],
    ['Europe//Berlin', ['unknown time zone Europe//Berlin']],
  ])('the time zone %s', (name, expected) => {
    expect(timeZoneErrors(name)).toEqual(expected);
  });
});

describe('events', () => {
  const kind = kindByGvk('v1', 'Event')!;
  const STRICT = 'events.k8s.io/v1';
  const right = {
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingComponent: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'Acting',
    reason: 'Reason',
    type: 'Normal',
  };
  const event = (fields: object): KubeObject =>
    ({ apiVersion: 'v1', kind: 'Event', metadata, ...fields }) as unknown as KubeObject;
  const long = 'a'.repeat(129);
  const lacksController = 'name part must be non-empty';

  test.each<[string, string, object, (string | RegExp)[]]>([
    ['nothing', STRICT, right, []],
    ['little in core/v1', 'v1', { involvedObject: right.involvedObject, type: 'Odd' }, []],
    [
      'another namespace',
      'v1',
      { involvedObject: { namespace: 'other' } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      'a time and no more in core/v1',
      'v1',
      { involvedObject: right.involvedObject, eventTime: right.eventTime },
      [
        'reportingComponent: Required value',
        `reportingComponent: Invalid value: "": ${lacksController}`,
        /^reportingComponent: Invalid value: "": name part must consist of/,
        'reportingInstance: Required value',
        'action: Required value',
        'reason: Required value',
      ],
    ],
    [
      'long texts',
      STRICT,
      { ...right, reportingInstance: long, action: long, reason: long, message: 'a'.repeat(1025) },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Invalid value: "": can have at most 128 characters',
        'reason: Invalid value: "": can have at most 128 characters',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
    [
      'fields of old events',
      STRICT,
      {
        ...right,
        type: 'Odd',
        count: 1,
        source: { component: 'c' },
        firstTimestamp: right.eventTime,
        series: { count: 1 },
      },
      [
        'series.count: Invalid value: "": should be at least 2',
        'series.lastObservedTime: Required value',
        'type: Invalid value: "": has invalid value: Odd',
        'firstTimestamp: Invalid value: "": needs to be unset',
        'count: Invalid value: "": needs to be unset',
        'source: Invalid value: "": needs to be unset',
      ],
    ],
    ['no time', STRICT, { involvedObject: right.involvedObject, type: 'Normal' }, ['eventTime: Required value']],
  ])('with %s, in %s', (_what, version, fields, expected) => {
    const errors = validateCreate(kind, event(fields), version).map(renderFieldError);
    expect(errors).toEqual(
      expected.map((text) => (typeof text === 'string' ? text : (expect.stringMatching(text) as string))),
    );
  });

  it('keep all but their series through the strict version', () => {
    const next = event({ ...right, reason: 'Another', related: { kind: 'Node', name: 'n' } });
    const related =
      '{"Kind":"Node","Namespace":"","Name":"n","UID":"","APIVersion":"","ResourceVersion":"","FieldPath":""}';
    expect(validateUpdate(kind, next, event(right), { apiVersion: STRICT }).map(renderFieldError)).toEqual([
      'reason: Invalid value: "Another": field is immutable',
      `related: Invalid value: ${related}: field is immutable`,
    ]);
    expect(validateUpdate(kind, next, event(right), { apiVersion: 'v1' })).toEqual([]);
    const series = { count: 2, lastObservedTime: right.eventTime };
    expect(validateUpdate(kind, event({ ...right, series }), event(right), { apiVersion: STRICT })).toEqual([]);
    // The server of 1.20 compares an event with itself.
    expect(validateUpdate(kind, next, event(right), { apiVersion: STRICT, release: 'k8s-1.20' })).toEqual([]);
  });
});
