import { duplicateField, invalidField, OMITTED_VALUE } from '@orrery/api-types';
import { changeDocument, changedImmutableFields } from './change-document';
import { documentError } from './finding-texts';
import { nearestName } from './nearest-name';
import { readDocument } from './read-document';
import {
  anyObject,
  boolean,
  choice,
  converted,
  fields,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  oneOfTexts,
  string,
  withDefault,
  type Schema,
} from './schema';

const DURATION = converted((text) => (/^\d+s$/.test(text) ? Number(text.slice(0, -1)) : undefined), {
  expected: 'must be a duration such as "40s"',
  range: { min: 1, text: 'must be positive' },
});
const WEIGHT = integer({ range: { min: 1, max: 9, text: 'not in 1..9' } });
const ITEMS = listOf(fields({ name: withDefault(string(), ''), weight: WEIGHT }), {
  check: ([first, second]) => (first && first.name === second?.name ? [duplicateField('[1].name', first.name)] : []),
});
const SCHEMA = fields(
  {
    mode: withDefault(oneOfTexts(['a', 'b']), 'a'),
    on: boolean(),
    share: number(),
    period: DURATION,
    items: ITEMS,
    texts: listOf(string(), { isWhole: true, expected: 'must be a list of texts' }),
    labels: mapOf(string()),
    sizes: mapOf((key) => (key === 'cpu' ? integer() : undefined), { keys: ['cpu'] }),
    timeout: oneOf<string | number>('must be a timeout', string(), integer()),
    pull: choice((value): Schema => (typeof value === 'object' ? fields({ latency: DURATION }) : string())),
    anything: anyObject(),
    needed: integer(),
  },
  {
    required: ['needed'],
    check: ({ on, share }) => (on && share === 0 ? [invalidField('.share', OMITTED_VALUE, 'useless')] : undefined),
  },
);

test('what is read has its types, its defaults and nothing else', () => {
  const items = [{ weight: 2 }];
  const given = { needed: 1, period: '5s', items, labels: { x: 'y' }, on: null, pull: { latency: '1s' } };
  const { value, findings } = readDocument(given, SCHEMA);
  expect(findings).toEqual([]);
  expect(value).toEqual({
    mode: 'a',
    needed: 1,
    period: 5,
    items: [{ name: '', weight: 2 }],
    labels: { x: 'y' },
    pull: { latency: 1 },
  });
});

function errorsOf(given: unknown): string[] {
  return readDocument(given, SCHEMA)
    .findings.map(documentError)
    .map(({ field, reason }) => `${field}: ${reason}`);
}

test.each([
  ['a list', [], ': Invalid value: []: must be an object'],
  ['an absent field', {}, 'needed: Required value'],
  ['no integer', { needed: 1.5 }, 'needed: Invalid value: 1.5: must be an integer'],
])('%s is refused', (_what, given, error) => {
  expect(errorsOf(given)).toEqual([error]);
});

test.each([
  ['a closed set', { mode: 'c' }, 'mode: Unsupported value: "c": supported values: "a", "b"'],
  ['a switch', { on: 'yes' }, 'on: Invalid value: "yes": must be true or false'],
  ['a number', { share: '1' }, 'share: Invalid value: "1": must be a number'],
  ['a text to convert', { period: 5 }, 'period: Invalid value: 5: must be a duration such as "40s"'],
  ['a conversion', { period: '5' }, 'period: Invalid value: "5": must be a duration such as "40s"'],
  ['a range', { period: '0s' }, 'period: Invalid value: "0s": must be positive'],
  [
    'a large integer',
    { items: [{ weight: 2n ** 70n }] },
    'items[0].weight: Invalid value: 1180591620717411303424: not in 1..9',
  ],
  ['a rule of a list', { items: [{ name: 'x' }, { name: 'x' }] }, 'items[1].name: Duplicate value: "x"'],
  ['an unknown field', { items: [{ size: 1 }] }, 'items[0].size: unknown field'],
  ['a list that is one value', { texts: ['a', 1] }, 'texts: Invalid value: ["a",1]: must be a list of texts'],
  ['a map', { labels: { x: 1 } }, 'labels[x]: Invalid value: 1: must be a string'],
  ['keys of a map', { sizes: { disk: 1 } }, 'sizes[disk]: Unsupported value: "disk": supported values: "cpu"'],
  ['alternatives', { timeout: true }, 'timeout: Invalid value: true: must be a timeout'],
  ['a choice', { pull: { latency: 'x' } }, 'pull.latency: Invalid value: "x": must be a duration such as "40s"'],
  ['any object', { anything: 'x' }, 'anything: Invalid value: "x": must be an object'],
  ['a rule of an object', { on: true, share: 0 }, 'share: Invalid value: useless'],
  ['names of the language', JSON.parse('{"__proto__": {}}'), '__proto__: unknown field'],
] as [string, object, string][])('%s: %j', (_what, given, error) => {
  expect(errorsOf(Object.assign(given, { needed: 1 }))).toEqual([error]);
});

test('the structure alone can be read: rules and conversions are left out', () => {
  const { value, findings } = readDocument({ period: 'x', mode: 'c', on: 1 }, SCHEMA, { structureOnly: true });
  expect(findings.map(({ field }) => field)).toEqual(['needed', 'on']);
  expect(value).toEqual({ period: 'x', mode: 'c' });
});

test.each([
  ['nodeHeath', 'nodeHealth'],
  ['NodeHealth', 'nodeHealth'],
  ['kubelets', 'kubelet'],
  ['somethingElse', undefined],
])('the nearest name to %s is %s', (name, want) => {
  expect(nearestName(name, ['nodeHealth', 'kubelet', 'schedulers'])).toBe(want);
});

const CHANGED = fields({
  kind: withDefault(oneOfTexts(['a', 'b'], { isImmutable: true }), 'a'),
  part: fields({ size: integer(), seed: string({ isImmutable: true }) }),
  labels: mapOf(string()),
  texts: listOf(string()),
  anything: anyObject(),
});
const DOCUMENT = { part: { size: 1, seed: 's' }, labels: { x: '1' }, texts: ['a', 'b'], anything: { deep: { a: 1 } } };

test.each([
  ['an absent field stays', {}, {}],
  ['null removes a field', { texts: null, part: { size: null } }, { texts: undefined, part: { seed: 's' } }],
  ['objects change by field', { part: { size: 2 } }, { part: { size: 2, seed: 's' } }],
  ['maps change by key', { labels: { y: '2', x: null } }, { labels: { y: '2' } }],
  ['lists are replaced', { texts: ['c'] }, { texts: ['c'] }],
  ['open objects are replaced', { anything: { b: null } }, { anything: { b: null } }],
  ['unknown names are kept', { part: { sise: 3 } }, { part: { size: 1, seed: 's', sise: 3 } }],
])('a change of a document: %s', (_what, change, want) => {
  const changed = changeDocument(DOCUMENT, change, CHANGED);
  expect(JSON.parse(JSON.stringify(changed))).toEqual(JSON.parse(JSON.stringify({ ...DOCUMENT, ...want })));
});

test('a name of the language becomes a name of the document', () => {
  const changed = changeDocument({}, JSON.parse('{"__proto__": {"a": 1}}'), CHANGED);
  expect(JSON.stringify(changed)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
});

test.each([
  [{ kind: 'a' }, []],
  [{ kind: 'b' }, ['kind']],
  [{ part: { seed: 't', size: 5 } }, ['part.seed']],
  [{ part: null }, ['part.seed']],
])('the immutable fields that %j changes: %j', (change, want) => {
  expect(changedImmutableFields(DOCUMENT, changeDocument(DOCUMENT, change, CHANGED), CHANGED)).toEqual(want);
});
