import type { KubeObject } from '../../objects';
import { convertedObjects } from './conversion-answer';

const own = { name: 'a', namespace: 'x', uid: 'u', resourceVersion: '7', labels: { old: 'l' } };
const object = {
  apiVersion: 'example.com/v1',
  kind: 'Door',
  metadata: own,
  spec: { size: '1x2' },
} as unknown as KubeObject;
const question = { uid: 'q', version: 'v1', kind: 'Door', desiredAPIVersion: 'example.com/v2', objects: [object] };
const good = { ...object, apiVersion: 'example.com/v2', spec: { width: '1' } };
const answer = (response: unknown, more: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  response,
  ...more,
});
const success = (...converted: unknown[]): object =>
  answer({ uid: 'q', result: { status: 'Success' }, convertedObjects: converted });
const withMeta = (metadata: unknown): unknown => ({ ...good, metadata });
const FOR = 'conversion webhook for example.com/v1, Kind=Door';

test('labels and annotations are those of the webhook, and the rest is as it was', () => {
  const made = withMeta({
    ...own,
    resourceVersion: '9',
    finalizers: ['x'],
    labels: { new: 'l' },
    annotations: { a: 'b' },
  });
  const { labels: _old, ...rest } = own;
  expect(convertedObjects(question, success(made))).toEqual([
    { ...good, metadata: { ...rest, labels: { new: 'l' }, annotations: { a: 'b' } } },
  ]);
  // Answers of v1beta1 need not say which question they are to.
  const older = { response: { result: { status: 'Success' }, convertedObjects: [good] } };
  expect(convertedObjects({ ...question, version: 'v1beta1' }, older)).toHaveLength(1);
});

test.each<[string, unknown, string]>([
  [
    'nothing',
    undefined,
    `failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got , Kind=`,
  ],
  [
    'another review',
    { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' },
    'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got admission.k8s.io/v1, Kind=AdmissionReview',
  ],
  ['no response', answer(undefined), 'failed: no response provided'],
  ['another uid', answer({ uid: 'z' }), 'failed: expected response.uid="q", got "z"'],
  ['a failure', answer({ uid: 'q', result: { status: 'Failure', message: 'not today' } }), 'failed: not today'],
  [
    'a failure without words',
    answer({ uid: 'q', result: { status: 'Failure' } }),
    "failed: response.result.status was 'Failure', not 'Success'",
  ],
  ['too few', success(), 'returned 0 objects, expected 1'],
  [
    'no objects',
    answer({ uid: 'q', result: { status: 'Success' }, convertedObjects: 3 }),
    'returned 0 objects, expected 1',
  ],
  [
    'what is none',
    success(null),
    'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received )',
  ],
  [
    'the old version',
    success(object),
    'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)',
  ],
  [
    'another kind',
    success({ ...good, kind: 'Gate' }),
    'returned invalid object at index 0: invalid kind (expected Door, received Gate)',
  ],
  [
    'another name',
    success(withMeta({ ...own, name: 'b' })),
    'returned invalid object: must have the same name: a != b',
  ],
  [
    'another namespace',
    success(withMeta({ ...own, namespace: undefined })),
    'returned invalid object: must have the same namespace: x != ',
  ],
  [
    'another uid of the object',
    success(withMeta({ ...own, uid: 'v' })),
    'returned invalid object: must have the same UID: u != v',
  ],
  ['no metadata', success(withMeta(undefined)), 'returned invalid object: must have the same name: a != '],
  [
    'labels that are none',
    success(withMeta({ ...own, labels: [] })),
    'returned invalid metadata: invalid metadata.labels of type []interface {} in converted object',
  ],
  [
    'a label that is not a text',
    success(withMeta({ ...own, labels: { a: 1 } })),
    'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
  ],
])('%s is refused', (_what, given, text) => {
  expect(convertedObjects(question, given)).toBe(`${FOR} ${text}`);
});

test('of several, the place is said', () => {
  const [first, second] = [object, { ...object, metadata: { ...own, name: 'b' } }] as KubeObject[];
  const asked = { ...question, objects: [first!, second!] };
  expect(convertedObjects(asked, success(good, withMeta({ ...own, name: 'c' })))).toBe(
    `${FOR} returned invalid converted object at index 1: must have the same name: b != c`,
  );
  expect(convertedObjects(asked, success(good, withMeta({ ...own, name: 'b', labels: { '-': 'x' } })))).toMatch(
    /returned invalid metadata in object at index 1: metadata.labels: Invalid value: "-"/,
  );
});
