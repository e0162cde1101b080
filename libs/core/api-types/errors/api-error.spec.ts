import {
  ApiError,
  badRequest,
  conflict,
  duplicateField,
  forbidden,
  forbiddenField,
  invalid,
  invalidField,
  isConflict,
  isNotFound,
  notFound,
  renderFieldError,
  requiredField,
  resourceVersionTooLarge,
  tooLongField,
  tooManyItems,
  tooManyRequests,
  toStatus,
  unsupportedField,
} from '../index';

const pods = { group: '', resource: 'pods' };
const deployments = { group: 'apps', resource: 'deployments' };

describe('field errors', () => {
  test.each([
    [requiredField('spec.x', 'must be given'), 'spec.x: Required value: must be given'],
    [requiredField('spec.x'), 'spec.x: Required value'],
    [invalidField('spec.x', 'v', 'detail'), 'spec.x: Invalid value: "v": detail'],
    [invalidField('spec.x', 0, 'must be greater than zero'), 'spec.x: Invalid value: 0: must be greater than zero'],
    [unsupportedField('spec.x', 'x', ['a', 'b']), 'spec.x: Unsupported value: "x": supported values: "a", "b"'],
    [forbiddenField('spec.x', 'no'), 'spec.x: Forbidden: no'],
    [duplicateField('spec.x[1]', 'a'), 'spec.x[1]: Duplicate value: "a"'],
    [tooLongField('metadata.annotations', 262144), 'metadata.annotations: Too long: may not be more than 262144 bytes'],
    [tooManyItems('spec.x', 3, 2), 'spec.x: Too many: 3: must have at most 2 items'],
  ])('%#', (error, want) => expect(renderFieldError(error)).toBe(want));
});

describe('statuses', () => {
  test.each([
    [notFound(pods, 'x'), 404, 'NotFound', 'pods "x" not found', { name: 'x', kind: 'pods' }],
    [
      notFound(deployments, 'x'),
      404,
      'NotFound',
      'deployments.apps "x" not found',
      { name: 'x', group: 'apps', kind: 'deployments' },
    ],
    [
      conflict(pods, 'x'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on pods "x": the object has been modified; please apply your changes to the latest version and try again',
      { name: 'x', kind: 'pods' },
    ],
    [forbidden(pods, '', 'no'), 403, 'Forbidden', 'pods is forbidden: no', { kind: 'pods' }],
    [badRequest('bad'), 400, 'BadRequest', 'bad', undefined],
    [
      resourceVersionTooLarge('9', '5'),
      504,
      'Timeout',
      'Timeout: Too large resource version: 9, current: 5',
      { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
    ],
    [tooManyRequests('slow', 10), 429, 'TooManyRequests', 'slow', { retryAfterSeconds: 10 }],
    [
      tooManyRequests('slow', 0, [{ reason: 'Slow', message: 'slow', field: '' }]),
      429,
      'TooManyRequests',
      'slow',
      { causes: [{ reason: 'Slow', message: 'slow' }] },
    ],
  ] as const)('%#', (error, code, reason, message, details) => {
    expect(toStatus(error)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      code,
      ...(details ? { details } : {}),
    });
  });

  test('all problems of an invalid object are listed in order', () => {
    const error = invalid({ group: '', kind: 'Pod' }, 'x', [requiredField('b'), invalidField('a', 1, 'c')]);
    expect(error.message).toBe('Pod "x" is invalid: [b: Required value, a: Invalid value: 1: c]');
    expect(toStatus(error).details).toEqual({
      name: 'x',
      kind: 'Pod',
      causes: [
        { reason: 'FieldValueRequired', message: 'Required value', field: 'b' },
        { reason: 'FieldValueInvalid', message: 'Invalid value: 1: c', field: 'a' },
      ],
    });
    expect(invalid({ group: 'apps', kind: 'Deployment' }, 'x', [requiredField('b')]).message).toBe(
      'Deployment.apps "x" is invalid: b: Required value',
    );
  });

  test('errors are recognised by reason', () => {
    expect(isNotFound(notFound(pods, 'x'))).toBe(true);
    expect(isConflict(notFound(pods, 'x'))).toBe(false);
    expect(isNotFound(new ApiError('Forbidden', 'x'))).toBe(false);
    expect(toStatus(new Error('boom'))).toMatchObject({ code: 500, message: 'Internal error occurred: boom' });
  });
});

test('texts in errors have the escapes of Go', () => {
  const text = renderFieldError(invalidField('f', 'a\u0000\u0007\u000b\n\\u0001"é', 'x'));
  expect(text).toBe('f: Invalid value: "a\\x00\\a\\v\\n\\\\u0001\\"é": x');
});
