import fc from 'fast-check';
import { stringify } from 'yaml';
import { jsonText } from '../numbers/json-text';
import { parseJson } from '../numbers/parse-json';
import { parseYamlDocument } from './parse-yaml';
import { YamlWriter } from './yaml-text';

/** The form of sigs.k8s.io/yaml in the words of the library. */
const STYLE = {
  ...{ sortMapEntries: true, indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false },
  compat: 'yaml-1.1',
} as const;

const written = (value: unknown): string => new YamlWriter().document(value);

/** Texts of blank lines: the library reads its own output of them without some of their spaces. */
const BLANK_LINES = /^[\t ]*\n[\n\t ]*$/;

/** Texts with a special meaning in YAML, texts made of the characters of numbers, dates and truth values, and texts of any characters. */
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...' \n\t:#-?[]{},&*!|>\'"%@`~=<\\/aé', '\0', '\x07', '\x1b', '\x7f', '\x85', '\ud800', '…'),
    maxLength: 12,
  }),
  fc.string({ unit: fc.constantFrom(...'0123456789+-._:eEtTzZxobnNyYfF '), maxLength: 8 }),
  fc.constantFrom(
    '',
    'true',
    'Yes',
    'off',
    'null',
    'NULL',
    '~',
    '.inf',
    '<<',
    '=',
    '1e3',
    '0x1f',
    '2026-03-01',
    '--- a',
  ),
  fc.string({ unit: fc.constantFrom('ab ', '\n', ' ', '\n\n', 'c: d', '\t', '---', '\x01'), maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.nat({ max: 8 }).map((more) => 'k'.repeat(1020 + more)),
);
const keptTexts = texts.filter((text) => !BLANK_LINES.test(text));
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt());

const valuesWith = (text: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      text,
      fc.oneof(numbers, fc.boolean(), fc.constant(null)),
      fc.dictionary(texts, tie('value'), { maxKeys: 5 }),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  })).value;
const values = valuesWith(texts);

/** As JSON has numbers. */
function withoutMinusZero(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutMinusZero(part)]));
}

test('maps, lists and scalars are written as the library writes them', () => {
  const compared = fc.property(fc.dictionary(texts, valuesWith(keptTexts)), (value) => {
    expect(written(value)).toBe(stringify(withoutMinusZero(value), STYLE));
  });
  fc.assert(compared, { numRuns: 1000 });
});

test('what was written is read as what it was', () => {
  const read = fc.property(fc.array(values, { minLength: 1 }), (value) => {
    expect(parseYamlDocument(written(value)).toJS()).toEqual(parseJson(jsonText(value)));
  });
  fc.assert(read);
});

test('the parts together are the document', () => {
  const parts = fc.property(fc.dictionary(texts, values), fc.array(values), (map, items) => {
    for (const value of [{ ...map, items }, items]) {
      expect([...new YamlWriter().parts(value)].join('')).toBe(written(value));
    }
  });
  fc.assert(parts);
  expect([...new YamlWriter().parts({ items: [1, { a: 2 }], kind: 'List' })]).toEqual([
    'items:\n- 1\n',
    '- a: 2\n',
    'kind: List\n',
  ]);
});

test.each<[unknown, string]>([
  [{ a: undefined, b: [undefined, 1], c: { d: undefined }, e: Number.NaN }, 'b:\n- null\n- 1\nc: {}\ne: null\n'],
  [{ a: undefined }, '{}\n'],
  [undefined, 'null\n'],
  ['text', 'text\n'],
  [{ a: 'on', n: '1:30', t: '2026-03-01T12:00:00Z' }, 'a: "on"\n"n": "1:30"\nt: "2026-03-01T12:00:00Z"\n'],
  [{ a: ' \n', b: '\n\n' }, 'a: "\\ \\n"\nb: "\\n\\n"\n'],
  [12345678901234567890n, '12345678901234567890\n'],
])('%p is written with what JSON has', (value, text) => {
  expect(written(value)).toBe(text);
});
