import { renderFieldError } from '../../errors/field-error';
import { kindByGvk } from '../registry';
import type { KubeObject } from '../../objects';
import { validateCreate, validateUpdate } from '../../validation/validate';

const kind = kindByGvk('apps/v1', 'Deployment')!;
const template = {
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'c', image: 'nginx', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' }],
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
  },
};

function deployment(spec: object): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
    spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template, ...spec },
  };
}

const rolling = (maxSurge: unknown, maxUnavailable: unknown): object => ({
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
});
const problems = (spec: object): string[] => validateCreate(kind, deployment(spec)).map(renderFieldError);

test.each([
  { name: 'nothing but what is needed', spec: {} },
  { name: 'a surge alone', spec: rolling(1, 0) },
  { name: 'percentages', spec: rolling('150%', '100%') },
  { name: 'Recreate', spec: { strategy: { type: 'Recreate' } } },
  { name: 'times', spec: { minReadySeconds: 5, progressDeadlineSeconds: 6, revisionHistoryLimit: 0 } },
])('accepts $name', ({ spec }) => {
  expect(problems(spec)).toEqual([]);
});

test.each([
  {
    name: 'no room at all',
    spec: rolling(0, 0),
    want: 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
  },
  {
    name: 'no room in percent',
    spec: rolling('0%', '0%'),
    want: 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0',
  },
  {
    name: 'a negative surge',
    spec: rolling(-1, 1),
    want: 'spec.strategy.rollingUpdate.maxSurge: Invalid value: -1: must be greater than or equal to 0',
  },
  {
    name: 'more unavailable than there are',
    spec: rolling(1, '101%'),
    want: 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
  },
  {
    name: 'a rolling update of Recreate',
    spec: { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
    want: "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  },
  {
    name: 'another strategy',
    spec: { strategy: { type: 'BlueGreen' } },
    want: 'spec.strategy: Unsupported value: "BlueGreen": supported values: "Recreate", "RollingUpdate"',
  },
  {
    name: 'a deadline before pods can be available',
    spec: { minReadySeconds: 10, progressDeadlineSeconds: 10 },
    want: 'spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds',
  },
  {
    name: 'a negative history',
    spec: { revisionHistoryLimit: -1 },
    want: 'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
  },
  {
    name: 'a negative number of pods',
    spec: { replicas: -1 },
    want: 'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  },
  {
    name: 'an empty selector',
    spec: { selector: {} },
    want: 'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
  },
  {
    name: 'a selector that does not find the pods',
    spec: { selector: { matchLabels: { app: 'other' } } },
    want: 'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
  },
])('refuses $name', ({ spec, want }) => {
  expect(problems(spec)).toEqual([want]);
});

test('without a selector it has no pods', () => {
  expect(problems({ selector: undefined })).toEqual([
    'spec.selector: Required value',
    expect.stringContaining('`selector` does not match template `labels`'),
  ]);
});

test('pods of a Deployment have no deadline', () => {
  const spec = { ...template.spec, activeDeadlineSeconds: 5 };
  expect(problems({ template: { ...template, spec } })).toEqual([
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
  ]);
});

test('the selector stays', () => {
  const selector = { matchLabels: { app: 'web', tier: 'x' } };
  const labels = { app: 'web', tier: 'x' };
  const next = deployment({ selector, template: { ...template, metadata: { labels } } });
  expect(validateUpdate(kind, next, deployment({})).map(renderFieldError)).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"app":"web","tier":"x"}}: field is immutable',
  ]);
});
