import fc from 'fast-check';
import { parseYaml, parseYamlDocument } from '../yaml/parse-yaml';
import { exactNumber, keptInteger, mayLoseDigits } from './exact-numbers';
import { jsonText } from './json-text';
import { findInexact, parseJson } from './parse-json';

const KEPT = ['9007199254740991', '9007199254740992', '1000000000000000000', '-1000000000000000000', '1e18', '1.0e16'];
const LOST = ['9007199254740993', '-9007199254740993', '1000000000000000001', '1152921504606846976'];
const ENDS = ['9223372036854775807', '-9223372036854775808', '18446744073709551616'];

test.each(KEPT)('%s is a number', (text) => {
  expect(parseJson(`[${text}]`)).toEqual([Number(text)]);
  expect(parseYamlDocument(`- ${text}`).toJS()).toEqual([Number(text)]);
});

test.each([...LOST, ...ENDS])('%s is a bigint', (text) => {
  expect(parseJson(`{"a": [${text}]}`)).toEqual({ a: [BigInt(text)] });
  expect(parseYamlDocument(`a: [${text}]`).toJS()).toEqual({ a: [BigInt(text)] });
});

test.each(['9007199254740993.0', '9.007199254740993e15', '90071992547409930e-1', '10000000000000000.5', '1e30'])(
  '%s is a float64, as it is for Go',
  (text) => {
    expect(exactNumber(Number(text), text)).toBe(Number(text));
    expect(parseJson(`[${text}]`)).toEqual([Number(text)]);
    expect(parseYamlDocument(`- ${text}`).toJS()).toEqual([Number(text)]);
  },
);

test.each([
  [9223372036854775807n, 9223372036854775807n],
  [-(2n ** 63n), -(2n ** 63n)],
  [10n ** 18n, 1e18],
  [2n ** 63n, 2 ** 63],
  [2n ** 64n + 1n, 2 ** 64],
])('%s is kept as %s where nothing has a type', (value, kept) => {
  expect(keptInteger(value)).toBe(kept);
});

test('fractions, safe numbers and infinities stay what they are', () => {
  expect(parseJson('[0.12345678901234567890, 12345.0000000000000000, 1e400]')).toEqual([
    0.12345678901234568,
    12345,
    Infinity,
  ]);
});

test('integers of YAML in other bases, keys and anchors keep their digits', () => {
  const text = 'a: &x 0x7fffffffffffffff\nb: *x\n9223372036854775807: 0o777777777777777777777\n';
  const max = 9223372036854775807n;
  expect(parseYamlDocument(text).toJS()).toEqual({ a: max, b: max, '9223372036854775807': max });
  expect(parseYamlDocument('%YAML 1.1\n---\na: 9_223_372_036_854_775_807').toJS()).toEqual({ a: max });
});

test('strings that look like the marks of the parser are strings', () => {
  const value = { '#n1': '#n9007199254740993', b: ['#s', '\u0023n1', '\\', '"#'], c: '9007199254740993' };
  const text = JSON.stringify({ ...value, d: 0 }).replace('"d":0', '"\\u0064" :9007199254740993,"e":"\\u0023n5"');
  expect(parseJson(text)).toEqual({ ...value, d: 9007199254740993n, e: '#n5' });
});

test('any JSON with exact numbers is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (json, number) => {
      const read = parseJson(`[${json},${number}, "1234567890123456"]`) as unknown[];
      expect(read[0]).toEqual(JSON.parse(json));
      expect(String(read[1])).toBe(String(number));
    }),
  );
});

const texts = fc.oneof(fc.string(), fc.constantFrom('#n5', '#s', '#', '"#n1', '\\', '#n1":'));
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc
      .bigInt({ min: 2n ** 60n + 1n, max: 2n ** 63n - 1n })
      .map((number) => (number % 2n === 0n ? -number - 1n : number)),
    fc.constantFrom(null, true, 0.5, 7),
    fc.array(tie('value')),
    fc.dictionary(texts, tie('value'), { noNullPrototype: true }),
  ),
}));

test('what is written is what is read', () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(undefined, 2), (value, space) => {
      const text = jsonText({ value }, space);
      expect(parseJson(text)).toEqual({ value });
      expect(jsonText(parseJson(text), space)).toBe(text);
    }),
  );
});

test('what JSON does not have is left out, and circles are refused', () => {
  expect(jsonText({ a: undefined, b: [undefined, 2n ** 60n], c: new Date(0) })).toBe(
    '{"b":[null,1152921504606846976],"c":"1970-01-01T00:00:00.000Z"}',
  );
  const circle: Record<string, unknown> = { n: 1n };
  circle['self'] = circle;
  expect(() => jsonText(circle)).toThrow(/circular/);
});

test('the place of a number that is not kept is found', () => {
  expect(findInexact({ a: [{ b: 1 }, { 'c.d': 9007199254740993n }] })).toEqual({
    path: ['a', '1', 'c.d'],
    value: 9007199254740993n,
  });
  expect(findInexact({ a: [1, 'x', null] })).toBeUndefined();
});

test('configurations, whose readers know no bigints, are read as before', () => {
  expect(parseYaml('a: 9007199254740993')).toEqual({ a: 9007199254740992 });
});

test('texts with 16 digits and points in a row are found, wherever they stand', () => {
  for (let before = 0; before < 40; before++) {
    for (let length = 0; length < 40; length++) {
      for (const after of ['', '}', ', "1.5": 12345678901234', 'x'.repeat(40)]) {
        const text = `${'"'.repeat(before)}${'1234567.8901'.repeat(4).slice(0, length)}${after}`;
        expect([text, mayLoseDigits(text)]).toEqual([text, /[\d.]{16}/.test(text)]);
      }
    }
  }
});
