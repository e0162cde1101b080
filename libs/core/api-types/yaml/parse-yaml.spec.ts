import { parseYaml, parseYamlDocument, parseYamlDocuments } from './parse-yaml';
import { MAX_YAML_DEPTH, refuseDeepYaml, YamlDepthError } from './refuse-deep-yaml';

const blocks = (depth: number): string =>
  Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:`).join('\n');

/** Ways to nest: `depth` levels of text that is not ended. */
const NESTING: Readonly<Record<string, (depth: number) => string>> = {
  'lists in brackets': (depth) => '['.repeat(depth),
  'maps in braces': (depth) => '{a: '.repeat(depth),
  'both in a document that is not the first': (depth) => `a: 1\n---\nb: ${'[{'.repeat(depth / 2)}`,
  'list items on one line': (depth) => '- '.repeat(depth),
  'keys on one line': (depth) => '? '.repeat(depth),
  'values on one line': (depth) => ': '.repeat(depth),
  'maps by indentation': blocks,
  'lists in brackets, below a block': (depth) => `a:\n  b: ${'['.repeat(depth)}`,
};

describe.each(Object.entries(NESTING))('%s', (_name, nested) => {
  test.each([1, 4, 10])('are refused at %d times the limit', (times) => {
    const text = nested(MAX_YAML_DEPTH * times + 2);
    for (const read of [parseYaml, parseYamlDocument, parseYamlDocuments]) {
      expect(() => read(text)).toThrow(YamlDepthError);
    }
  });

  test('pass where no object is deeper', () => {
    expect(() => refuseDeepYaml(nested(MAX_YAML_DEPTH / 5))).not.toThrow();
    expect(() => parseYamlDocuments(nested(MAX_YAML_DEPTH / 5))).not.toThrow();
  });
});

test('a million of them are refused as soon as a few', () => {
  expect(() => parseYamlDocument(`a: ${'['.repeat(1_000_000)}`)).toThrow(YamlDepthError);
});

test.each([
  ['many items', '- a\n'.repeat(2000)],
  ['many keys', Array.from({ length: 2000 }, (_, i) => `k${i}: v`).join('\n')],
  ['many lists, one after the other', '- [[a]]\n'.repeat(2000)],
  ['brackets in a plain scalar', `a: b${'['.repeat(2000)}`],
  ['brackets in quotes', `a: "${'['.repeat(2000)}"\nb: '${'{'.repeat(2000)}'`],
  ['brackets in a block scalar', `a: |\n  [\n  ${'['.repeat(2000)}\n`],
  ['brackets in comments', `a: b # ${'['.repeat(2000)}\n`],
  ['brackets that end what never began', ']'.repeat(2000)],
  ['many documents', 'a:\n  b: c\n---\n'.repeat(2000)],
  ['a long folded text', `a: >\n${'  word\n'.repeat(2000)}`],
  ['a text that goes on in further lines', `a: b\n${'  c\n'.repeat(2000)}`],
])('%s are not deep', (_name, text) => {
  expect(() => refuseDeepYaml(text)).not.toThrow();
});

test('everything else is as the library has it', () => {
  const text = 'a: [1, {b: c}]\nd:\n- e\n- f: "g"\n';
  expect(parseYaml(text)).toEqual({ a: [1, { b: 'c' }], d: ['e', { f: 'g' }] });
  expect(parseYamlDocument(text).toJS()).toEqual(parseYaml(text));
  expect(parseYamlDocuments(`${text}---\n2\n`).map((document) => document.toJS() as unknown)).toEqual([
    parseYaml(text),
    2,
  ]);
  expect(parseYamlDocuments('')).toHaveLength(0);
  expect(parseYamlDocument('a: [').errors[0]!.code).toBe('BAD_INDENT');
});
