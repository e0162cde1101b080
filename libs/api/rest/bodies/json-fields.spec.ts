import fc from 'fast-check';
import { duplicateFieldsOf, MAX_DEPTH } from './json-fields';

describe('fields that are given twice', () => {
  test.each([
    ['{}', []],
    ['{"a":1,"b":{"a":2}}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"b":2,"b":3}}', ['a.b', 'a.b']],
    ['{"l":[{"x":1},{"x":1,"x":2}]}', ['l[1].x']],
    ['{"l":[[1,2],["a",{"x":1,"x":2}]]}', ['l[1][1].x']],
    ['{"a":"a","b":"\\"a\\":","c":"a"}', []],
    ['{"a,{[":1,"a,{[":2}', ['a,{[']],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":1,"a', []],
  ])('%s', (text, want) => {
    expect(duplicateFieldsOf(text)).toEqual(want);
  });

  test('what a serializer writes has none', () => {
    fc.assert(
      fc.property(fc.json(), (text) => expect(duplicateFieldsOf(JSON.stringify(JSON.parse(text)))).toEqual([])),
    );
  });

  test('nesting has an end', () => {
    expect(() => duplicateFieldsOf('['.repeat(MAX_DEPTH))).not.toThrow();
    expect(() => duplicateFieldsOf('['.repeat(MAX_DEPTH + 1))).toThrow(/exceeded max depth/);
  });
});
