import { withFields } from './with-fields';

it('sets fields in a copy and leaves the original', () => {
  const before = Object.freeze({ a: 1, b: 2 });
  const after = withFields(before, { b: 3, c: 4 });
  expect(after).toStrictEqual({ a: 1, b: 3, c: 4 });
  expect(before).toEqual({ a: 1, b: 2 });
  expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
});

it('keeps a field named __proto__ as data', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as { a: number };
  const copy = withFields(hostile, { b: 2 });
  expect(Object.keys(copy)).toEqual(['__proto__', 'a', 'b']);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect((copy as { polluted?: boolean }).polluted).toBeUndefined();
});
