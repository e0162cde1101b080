import 'reflect-metadata';
import {
  forbidden,
  invalid,
  invalidField,
  notFound,
  requiredField,
  tooManyRequests,
  UnknownFieldsError,
  unsupportedField,
} from '@orrery/api-types';
import { badUserInput } from './input-error';
import { pathOf, userErrors } from './user-errors';

const FOO = ['spec', 'containers', '0', 'foo'];
const POD = { group: '', kind: 'Pod', resource: 'pods' };

it('makes one error of every cause, in order, with path and value in the input', () => {
  const value = { metadata: { labels: { 'a.b/c': '!' } }, spec: { containers: [{ image: 5 }] } };
  const error = invalid(POD, 'p', [
    invalidField('metadata.labels[a.b/c]', '!', 'no'),
    requiredField('spec.containers[0].name'),
    unsupportedField('spec.containers[0].image', 5, ['x']),
  ]);
  expect(userErrors(error, { path: ['objects', '3'], value })).toMatchObject([
    {
      code: 'INVALID',
      field: ['objects', '3', 'metadata', 'labels', 'a.b/c'],
      value: '!',
      cause: 'Invalid value: "!": no',
    },
    { code: 'REQUIRED', field: ['objects', '3', 'spec', 'containers', '0', 'name'] },
    { code: 'NOT_SUPPORTED', field: ['objects', '3', 'spec', 'containers', '0', 'image'], value: 5 },
  ]);
  expect(userErrors(error)[1]).not.toHaveProperty('value');
});

it('makes one error of every field that the kind does not have', () => {
  const value = { spec: { containers: [{ foo: 1 }] }, extra: {} };
  const error = new UnknownFieldsError('strict decoding error', ['spec.containers[0].foo', 'extra']);
  const rest = { code: 'BAD_USER_INPUT', message: 'strict decoding error' };
  expect(userErrors(error, { path: ['object'], value })).toEqual([
    { ...rest, cause: 'unknown field "spec.containers[0].foo"', field: ['object', ...FOO], value: 1 },
    { ...rest, cause: 'unknown field "extra"', field: ['object', 'extra'], value: {} },
  ]);
});

test.each([
  ['spec.containers[0].image', ['spec', 'containers', '0', 'image']],
  ['metadata.labels[a.b/c].x', ['metadata', 'labels', 'a.b/c', 'x']],
  ['[3]', ['3']],
  ['a[[b]', ['a', '[b']],
  ['a[b', ['a', 'b']],
  ['', []],
])('reads the field %j as steps', (field, steps) => expect(pathOf(field)).toEqual(steps));

it('reads a field of 200,000 open brackets', () => expect(pathOf('['.repeat(200_000))).toEqual([]));

test.each([
  [notFound(POD, 'x'), { code: 'NOT_FOUND', message: 'pods "x" not found' }],
  [
    tooManyRequests('no', 10, [{ reason: 'DisruptionBudget', message: 'The disruption budget b needs 2' }]),
    { code: 'DISRUPTION_BUDGET', message: 'no', cause: 'The disruption budget b needs 2', retryAfterSeconds: 10 },
  ],
  [
    forbidden(POD, 'x', 'being terminated', [
      { reason: 'NamespaceTerminating', message: 'm', field: 'metadata.namespace' },
    ]),
    { code: 'NAMESPACE_TERMINATING', field: ['metadata', 'namespace'] },
  ],
  [badUserInput('what?'), { code: 'BAD_USER_INPUT', message: 'what?' }],
  [badUserInput('a.b: no', ['a', 'b']), { code: 'BAD_USER_INPUT', message: 'a.b: no', field: ['a', 'b'] }],
])('%#: says what the client can do about it', (error, want) =>
  expect(userErrors(error)).toEqual([expect.objectContaining(want)]),
);

it('is not for faults of the server', () => {
  expect(() => userErrors(new TypeError('bug'))).toThrow('bug');
});
