import { applyForeignPatch } from './foreign-patch';

test.each<[string, unknown, unknown]>([
  ['a patch', [{ op: 'add', path: '/b', value: 2 }], { value: { a: {}, b: 2 } }],
  ['a failing test', [{ op: 'test', path: '/a', value: 1 }], 'testing value /a failed'],
  ['no list', {}, 'error decoding patch: the body must be a list of operations'],
  [
    'a value that is nested too deep',
    [{ op: 'add', path: '/a', value: JSON.parse('['.repeat(501) + ']'.repeat(501)) as unknown }],
    'exceeded max depth',
  ],
  [
    'a value that is nested beyond any stack',
    [{ op: 'add', path: '/a', value: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown }],
    'exceeded max depth',
  ],
])('%s', (_what, operations, outcome) => {
  expect(applyForeignPatch({ a: {} }, operations)).toEqual(outcome);
});
