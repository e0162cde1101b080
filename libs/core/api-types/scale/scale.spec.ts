import { matchesLabelSelector } from '../selectors/label-selector';
import { ApiError } from '../errors/api-error';
import { kindByGvk } from '../kinds/registry';
import type { KubeObject } from '../objects';
import { isScalable, scaleOf, withScale, selectorOfScale } from './scale';

const deployment: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'a', uid: 'u', resourceVersion: '7', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { b: '2', a: '1' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['x', 'y'] }] },
  },
  status: { replicas: 2 },
};
const kind = kindByGvk('apps/v1', 'Deployment')!;

test.each([
  ['apps/v1', 'Deployment', true],
  ['apps/v1', 'ReplicaSet', true],
  ['apps/v1', 'StatefulSet', true],
  ['v1', 'ReplicationController', true],
  ['apps/v1', 'DaemonSet', false],
  ['v1', 'Pod', false],
])('%s %s has a scale: %s', (apiVersion, name, want) => {
  expect(isScalable(kindByGvk(apiVersion, name)!)).toBe(want);
});

test('shows what is asked for, what is, and the selector as text', () => {
  expect(scaleOf(deployment)).toEqual({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: deployment.metadata,
    spec: { replicas: 3 },
    status: { replicas: 2, selector: 'a=1,b=2,c in (x,y)' },
  });
});

test('numbers that are 0 are left out of spec, the selector of a replication controller is a map', () => {
  const spec = { replicas: 0, selector: { app: 'x' } };
  const scale = scaleOf({ ...deployment, kind: 'ReplicationController', spec, status: {} });
  expect([scale.spec, scale.status]).toEqual([{}, { replicas: 0, selector: 'app=x' }]);
});

test.each([
  { name: 'a size', scale: { spec: { replicas: 5 } }, want: 5 },
  { name: 'no size', scale: { spec: {} }, want: 0 },
  {
    name: 'the revision that it has',
    scale: { metadata: { resourceVersion: '7', uid: 'u' }, spec: { replicas: 1 } },
    want: 1,
  },
])('takes $name', ({ scale, want }) => {
  expect(withScale(kind, deployment, scale)).toEqual({
    ...deployment,
    spec: { ...(deployment.spec as object), replicas: want },
  });
});

test.each([
  {
    name: 'another revision',
    scale: { metadata: { resourceVersion: '6' } },
    code: 409,
    want: /^Operation cannot be fulfilled on deployments\.apps "web": the object has been modified/,
  },
  { name: 'another uid', scale: { metadata: { uid: 'v' } }, code: 409, want: /UID in precondition: v/ },
  {
    name: 'less than nothing',
    scale: { spec: { replicas: -1 } },
    code: 422,
    want: /^Scale\.autoscaling "web" is invalid: spec\.replicas: Invalid value: -1: must be greater than or equal to 0$/,
  },
  {
    name: 'a size that is not a number',
    scale: { spec: { replicas: 'many' } },
    code: 400,
    want: /cannot be handled as a Scale/,
  },
  { name: 'another kind', scale: { kind: 'Deployment', apiVersion: 'apps/v1' }, code: 400, want: /Kind=Scale/ },
])('refuses $name', ({ scale, code, want }) => {
  const verdict = withScale(kind, deployment, scale);
  expect(verdict).toBeInstanceOf(ApiError);
  expect((verdict as ApiError).message).toMatch(want);
  expect((verdict as ApiError).code).toBe(code);
});

test('a custom object is validated by its own schema, also where the size is less than nothing', () => {
  const custom = { ...kind, isCustom: true };
  expect(withScale(custom, deployment, { spec: { replicas: -1 } })).toMatchObject({ spec: { replicas: -1 } });
});

test.each([
  { text: 'app=web', labels: { app: 'web' }, want: true },
  { text: 'app==web,tier!=back', labels: { app: 'web', tier: 'back' }, want: false },
  { text: 'app in (web,api)', labels: { app: 'api' }, want: true },
  { text: 'app notin (web)', labels: { app: 'web' }, want: false },
  { text: 'app,!old', labels: { app: 'web' }, want: true },
  { text: 'app,!old', labels: { app: 'web', old: '' }, want: false },
  { text: '', labels: { app: 'web' }, want: false },
  { text: 'app in (', labels: { app: 'web' }, want: false },
])('the selector $text of a Scale selects $labels: $want', ({ text, labels, want }) => {
  expect(matchesLabelSelector(selectorOfScale(text), labels)).toBe(want);
});
