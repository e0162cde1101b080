import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, toStatus } from '../../index';
import { renderFieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateJob, validateJobUpdate } from './validation';

const job = (spec: object = {}, more: object = {}): KubeObject =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'ns' },
    spec: {
      template: {
        spec: { restartPolicy: 'Never', dnsPolicy: 'ClusterFirst', containers: [{ name: 'c', image: 'i' }] },
      },
      ...{ parallelism: 1, completions: 1, completionMode: 'NonIndexed', ...spec },
    },
    status: {},
    ...more,
  }) as unknown as KubeObject;
const indexed = (spec: object = {}): object => ({ completionMode: 'Indexed', completions: 5, ...spec });
const failing = (rule: object): object => ({ podFailurePolicy: { rules: [rule] } });
const exit = (onExitCodes: object): object => failing({ action: 'FailJob', onExitCodes });
const succeeding = (rule: object): object => indexed({ successPolicy: { rules: [rule] } });
const template = (restartPolicy: string): object => ({
  template: { spec: { restartPolicy, dnsPolicy: 'ClusterFirst', containers: [{ name: 'c', image: 'i' }] } },
});
const RULE = 'spec.podFailurePolicy.rules[0]';

describe('a new job', () => {
  test.each<[string, object, string[]]>([
    ['is fine', {}, []],
    ['may be indexed', indexed(), []],
    [
      'no restart policy',
      template(''),
      [
        'spec.template.spec.restartPolicy: Required value',
        'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
    ],
    [
      'starts again always',
      template('Always'),
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      'strange restart policy',
      template('No'),
      [
        'spec.template.spec.restartPolicy: Unsupported value: "No": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "No": supported values: "OnFailure", "Never"',
      ],
    ],
    [
      'policy, but restarts',
      { ...failing({ action: 'Count', onPodConditions: [{ type: 'A', status: 'True' }] }), ...template('OnFailure') },
      [
        'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified',
      ],
    ],
    [
      'strange mode',
      { completionMode: 'Odd' },
      ['spec.completionMode: Unsupported value: "Odd": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      'indexes without a number',
      { completionMode: 'Indexed', completions: null },
      ['spec.completions: Required value: when completion mode is Indexed'],
    ],
    [
      'limits without indexes',
      { backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
      [
        'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
        'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      'failed indexes without limit',
      indexed({ maxFailedIndexes: 1 }),
      ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'],
    ],
    [
      'more failed indexes than there are',
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 6 }),
      ['spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions'],
    ],
    [
      'very parallel',
      indexed({ parallelism: 100_001 }),
      ['spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed'],
    ],
    [
      'very many indexes',
      indexed({ completions: 100_001, backoffLimitPerIndex: 1, parallelism: 10_001 }),
      [
        'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
        'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
      ],
    ],
    [
      'replaces oddly',
      { podReplacementPolicy: 'Odd' },
      ['spec.podReplacementPolicy: Unsupported value: "Odd": supported values: "Failed", "TerminatingOrFailed"'],
    ],
    [
      'replaces what goes, with a policy',
      { podFailurePolicy: { rules: [] }, podReplacementPolicy: 'TerminatingOrFailed' },
      ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
    ],
    [
      'run by no controller',
      { managedBy: 'me' },
      ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    ['negative', { backoffLimit: -1 }, ['spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0']],
  ])('%s', (_name, spec, want) => {
    expect(validateJob(job(spec)).map(renderFieldError)).toEqual(want);
  });

  it('has pods whose host names are names', () => {
    const errors = validateJob(job(indexed({ completions: 11 }), { metadata: { name: 'j'.repeat(61) } }));
    const detail = `will not able to create pod with invalid DNS label: ${'j'.repeat(61)}-10`;
    expect(errors.map(({ field, detail: why }) => [field, why])).toEqual([['metadata.name', detail]]);
  });
});

describe('pod failure policy', () => {
  test.each<[string, object, string[]]>([
    ['fine', exit({ operator: 'In', values: [1, 2], containerName: 'c' }), []],
    [
      'no action',
      failing({ onExitCodes: { operator: 'In', values: [1] } }),
      [`${RULE}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`],
    ],
    [
      'strange action',
      failing({ action: 'X', onExitCodes: { operator: 'In', values: [1] } }),
      [`${RULE}.action: Unsupported value: "X": supported values: "Count", "FailIndex", "FailJob", "Ignore"`],
    ],
    [
      'index without limit',
      failing({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }),
      [`${RULE}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`],
    ],
    [
      'neither',
      failing({ action: 'Count' }),
      [`${RULE}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`],
    ],
    [
      'both',
      failing({
        action: 'Count',
        onExitCodes: { operator: 'In', values: [1] },
        onPodConditions: [{ type: 'A', status: 'True' }],
      }),
      [`${RULE}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`],
    ],
    [
      'no operator',
      exit({ values: [1] }),
      [`${RULE}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`],
    ],
    [
      'no such container',
      exit({ operator: 'In', values: [1], containerName: 'd' }),
      [
        `${RULE}.onExitCodes.containerName: Invalid value: "d": must be one of the container or initContainer names in the pod template`,
      ],
    ],
    [
      'no values',
      exit({ operator: 'In', values: [] }),
      [`${RULE}.onExitCodes.values: Invalid value: []: at least one value is required`],
    ],
    [
      'success among the failures',
      exit({ operator: 'In', values: [0, 1] }),
      [`${RULE}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator`],
    ],
    [
      'twice, and out of order',
      exit({ operator: 'NotIn', values: [2, 1, 2] }),
      [
        `${RULE}.onExitCodes.values[2]: Duplicate value: 2`,
        `${RULE}.onExitCodes.values: Invalid value: [2,1,2]: must be ordered`,
      ],
    ],
    [
      'condition without status',
      failing({ action: 'Count', onPodConditions: [{ type: 'A' }] }),
      [`${RULE}.onPodConditions[0].status: Required value: valid values: ["False" "True" "Unknown"]`],
    ],
    [
      'too many rules',
      {
        podFailurePolicy: {
          rules: Array.from({ length: 21 }, () => ({
            action: 'Count',
            onPodConditions: [{ type: 'A', status: 'True' }],
          })),
        },
      },
      ['spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items'],
    ],
  ])('%s', (_name, spec, want) => {
    expect(validateJob(job(spec)).map(renderFieldError)).toEqual(want);
  });
});

describe('success policy', () => {
  const path = 'spec.successPolicy.rules[0]';
  const parsing = (text: string, why: string): string =>
    `${path}.succeededIndexes: Invalid value: ${JSON.stringify(text)}: error parsing succeededIndexes: ${why}`;
  test.each<[string, object, string[]]>([
    ['fine', succeeding({ succeededIndexes: '0,2-4', succeededCount: 3 }), []],
    [
      'not indexed',
      { successPolicy: { rules: [] } },
      ['spec.successPolicy: Invalid value: {"rules":[]}: requires indexed completion mode'],
    ],
    [
      'no rules',
      indexed({ successPolicy: {} }),
      [
        'spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified',
      ],
    ],
    [
      'empty rule',
      succeeding({}),
      [`${path}: Required value: at least one of succeededCount or succeededIndexes must be specified`],
    ],
    [
      'no numbers',
      succeeding({ succeededIndexes: 'a' }),
      [parsing('a', 'cannot convert string to integer for index: "a"')],
    ],
    [
      'three parts',
      succeeding({ succeededIndexes: '0-1-2' }),
      [
        parsing(
          '0-1-2',
          'the fragment "0-1-2" violates the requirement that an index interval can have at most two parts separated by \'-\'',
        ),
      ],
    ],
    ['too large', succeeding({ succeededIndexes: '5' }), [parsing('5', 'too large index: "5"')]],
    [
      'backwards',
      succeeding({ succeededIndexes: '3-1' }),
      [parsing('3-1', 'non-increasing order, previous: 3, current: 1')],
    ],
    [
      'twice',
      succeeding({ succeededIndexes: '1,1' }),
      [parsing('1,1', 'non-increasing order, previous: 1, current: 1')],
    ],
    [
      'more than there are',
      succeeding({ succeededCount: 6 }),
      [
        `${path}.succeededCount: Invalid value: 6: must be less than or equal to 5 (the number of specified completions)`,
      ],
    ],
    [
      'more than are named',
      succeeding({ succeededIndexes: '0-1', succeededCount: 3 }),
      [
        `${path}.succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)`,
      ],
    ],
  ])('%s', (_name, spec, want) => {
    expect(validateJob(job(spec)).map(renderFieldError)).toEqual(want);
  });
});

describe('a job that changes', () => {
  const suspended = { status: {} };
  const placed = (spec: object, metadata: object = {}): object => ({
    suspend: true,
    template: {
      metadata,
      spec: { restartPolicy: 'Never', dnsPolicy: 'ClusterFirst', containers: [{ name: 'c', image: 'i' }], ...spec },
    },
  });
  const pinned = {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
  };
  test.each<[string, object, object, object, string[]]>([
    ['other policy', failing({ action: 'Count' }), failing({ action: 'Ignore' }), {}, ['spec.podFailurePolicy']],
    ['other limit for all', { backoffLimit: 1 }, { backoffLimit: 2 }, {}, []],
    [
      'other limit for each',
      indexed({ backoffLimitPerIndex: 1 }),
      indexed({ backoffLimitPerIndex: 2 }),
      {},
      ['spec.backoffLimitPerIndex'],
    ],
    ['other manager', {}, { managedBy: 'a/b' }, {}, ['spec.managedBy']],
    ['other success', indexed(), succeeding({ succeededCount: 1 }), {}, ['spec.successPolicy']],
    ['more completions', {}, { completions: 2 }, {}, ['spec.completions']],
    ['more indexes', indexed({ parallelism: 5 }), indexed({ completions: 6, parallelism: 6 }), {}, []],
    [
      'more indexes, as parallel',
      indexed({ parallelism: 5 }),
      indexed({ completions: 6, parallelism: 5 }),
      {},
      ['spec.completions'],
    ],
    ['elsewhere, while it waits', placed({}), placed({ nodeSelector: { a: 'b' } }), suspended, []],
    ['pinned, while it waits', placed({}), placed(pinned), suspended, []],
    ['freed, while it waits', placed(pinned), placed({}), suspended, []],
    ['labelled, while it waits', placed({}), placed({}, { labels: { a: 'b' } }), suspended, []],
    [
      'other image, while it waits',
      placed({}),
      placed({ containers: [{ name: 'c', image: 'j' }] }),
      suspended,
      ['spec.template'],
    ],
    [
      'elsewhere, once it ran',
      placed({}),
      placed({ nodeSelector: { a: 'b' } }),
      { status: { startTime: 'x' } },
      ['spec.template'],
    ],
    [
      'elsewhere, while it runs',
      {},
      { ...placed({ nodeSelector: { a: 'b' } }), suspend: false },
      {},
      ['spec.template'],
    ],
  ])('%s', (_name, before, after, old, fields) => {
    expect(validateJobUpdate(job(after), job(before, old)).map(({ field }) => field)).toEqual(fields);
  });
});

describe('the selector of a job', () => {
  const problems = (spec: object): string[] => {
    const kind = kindByGvk('batch/v1', 'Job')!;
    const pods = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } };
    const verdict = prepareForCreate(
      kind,
      { metadata: { name: 'j' }, spec: { template: pods, ...spec } },
      { now: 0, uid: () => 'u', random: randomFor('x'), namespace: 'default' },
    );
    return verdict.ok
      ? []
      : toStatus(verdict.error).details!.causes!.map(({ field, message }) => `${field}: ${message}`);
  };
  test('is made for it', () => {
    expect(problems({})).toEqual([]);
    const selector = { matchLabels: { a: 'b' } };
    expect(problems({ selector }).at(0)).toMatch(/^spec\.selector: .*`selector` not auto-generated$/);
  });
  test('and its labels are those of its pods', () => {
    const labels = { 'job-name': 'other' };
    const pods = { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } };
    expect(problems({ template: pods })[0]).toMatch(/^spec\.template\.metadata\.labels\[job-name\]: .*must be 'j'$/);
  });
});
