import type { JsonSchema } from '../schema/json-schema';
import { structuralOf } from '../schema/structural';
import { compileRule, ruleVariables } from './compiled-rule';
import { sizedSchema } from './sized-schema';

const TYPES: Readonly<Record<string, JsonSchema>> = {
  'int-or-string': { 'x-kubernetes-int-or-string': true },
  duration: { type: 'string', format: 'duration' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  object: {
    type: 'object',
    required: ['required'],
    properties: { required: { type: 'string' }, optional: { type: 'string' } },
  },
  numbers: { type: 'array', items: { type: 'number' } },
  'map of numbers': { type: 'object', additionalProperties: { type: 'number' } },
};
const typed = (type: string): JsonSchema => TYPES[type] ?? { type };
const list =
  (type: string) =>
  (max?: number): JsonSchema => ({ type: 'array', items: typed(type), ...limit('maxItems', max) });
const map =
  (type: string) =>
  (max?: number): JsonSchema => ({
    type: 'object',
    additionalProperties: typed(type),
    ...limit('maxProperties', max),
  });
const text =
  (more: JsonSchema = {}) =>
  (max?: number): JsonSchema => ({ type: 'string', ...more, ...limit('maxLength', max) });
const texts = (max?: number): JsonSchema => ({ type: 'array', items: text()(max), ...limit('maxItems', max) });
const object =
  (properties: (max?: number) => Record<string, JsonSchema>) =>
  (max?: number): JsonSchema => ({
    type: 'object',
    properties: properties(max),
  });
const limit = (name: string, max: number | undefined): JsonSchema => (max === undefined ? {} : { [name]: max });

/** The rows of `TestCostEstimation` in `schema/cel/compilation_test.go` upstream: without limits, and with one of `max`. */
test.each<[rule: string, of: string, schema: (max?: number) => JsonSchema, free: number, max: number, limited: number]>(
  [
    ['self.all(x, true)', 'numbers', list('number'), 4718591, 10, 32],
    ['self.all(x, true)', 'texts', list('string'), 3145727, 20, 62],
    ['self.all(x, true)', 'flags', list('boolean'), 1887437, 5, 17],
    ['self.all(x, true)', 'lists', list('numbers'), 3145727, 100, 302],
    ['self.all(x, true)', 'objects', list('object'), 555128, 50, 152],
    ['self.all(x, true)', 'ints or texts', list('int-or-string'), 4718591, 10, 32],
    ['self.all(x, true)', 'durations', list('duration'), 2359295, 5, 17],
    ['self.all(x, true)', 'dates', list('date'), 725936, 15, 47],
    ['self.all(x, true)', 'times', list('date-time'), 428963, 25, 77],
    ['self.all(x, true)', 'a map of numbers', map('number'), 1348169, 10, 32],
    ['self.all(x, true)', 'a map of texts', map('string'), 1179647, 3, 11],
    ['self.all(x, true)', 'a map of flags', map('boolean'), 943718, 100, 302],
    ['self.all(x, true)', 'a map of objects', map('object'), 428963, 20, 62],
    ['self.all(x, true)', 'a map of durations', map('duration'), 1048577, 5, 17],
    ['self.all(x, true)', 'a map of dates', map('date'), 524288, 10, 32],
    ['self.all(x, true)', 'a map of times', map('date-time'), 349526, 25, 77],
    ['has(self.x)', 'a map of texts', map('string'), 1, 550, 1],
    ["self.contains('test')", 'a text', text(), 314574, 10, 5],
    ["self.startsWith('test')", 'a text', text(), 2, 15, 2],
    ['size(self + "hello") > size("hello")', 'a text', text(), 314578, 4, 7],
    ['self[1] == 0.0', 'numbers', list('number'), 2, 5000, 2],
    ['self[1] == self[1]', 'texts', list('string'), 314577, 8, 314577],
    ['self.matches("x")', 'a text', text(), 314574, 50, 22],
    ['"".matches("(((((((((())))))))))[0-9]")', 'a text', text(), 7, 10, 7],
    ['self.matches("")', 'a text', text(), 1, 100, 1],
    ['self.all(x, x == 0.0)', 'numbers', list('number'), 6291454, 3 * 1024 * 2048, 25165826],
    ['self == "x"', 'a text', text(), 2, 0, 1],
    ['self[0] == 5', 'ints or texts', list('int-or-string'), 3, 10, 3],
    ['self[0] == null', 'objects', list('object'), 2, 422, 2],
    ['self[0][0] == -1.0', 'lists of numbers', list('numbers'), 3, 51, 3],
    ['self.all(x, x.y == 25.2)', 'maps of numbers', list('map of numbers'), 6291452, 12, 74],
    ['self[0].x > 2.0', 'maps of numbers', list('map of numbers'), 4, 3000, 4],
    ['self[0].getHours() == 2', 'durations', list('duration'), 4, 525, 4],
    ["self.find('[0-9]+') == ''", 'a text', text(), 629147, 10, 11],
    ["self.join(' ') == 'aa bb'", 'texts', texts, 329853068905, 10, 43],
    ['self.isSorted() == true', 'texts', texts, 329854432052, 10, 52],
    ["self.lowerAscii() == 'lower!'", 'a text', text(), 314575, 10, 6],
    [
      "self.str.replace(self.before, self.after) == 'does not matter'",
      'texts',
      object((max) => ({ str: text()(max), before: text()(2), after: text()(4) })),
      629154,
      4,
      12,
    ],
    [
      'self.str.split(self.separator) == []',
      'texts',
      object((max) => ({ str: text()(max), separator: text()(max) })),
      629160,
      10,
      22,
    ],
    ['oldSelf.size() == self.size()', 'a map of numbers', map('integer'), 5, 10, 5],
    ['self["a"] == self["b"]', 'a map of times', map('date-time'), 8, 7, 8],
    ["self.contains('A')", 'choices', text({ enum: ['A', 'B', 'C', 'LongValue'] }), 2, 1000, 401],
  ],
)('%s of %s', (rule, _of, schemaOf, free, max, limited) => {
  expect([costOf(rule, schemaOf()), costOf(rule, schemaOf(max))]).toEqual([free, limited]);
});

test('loops in loops cost more than any rule may', () => {
  const numbers = list('number');
  expect(costOf('self.all(x, self.all(y, true))', numbers())).toBeGreaterThan(10_000_000);
  expect(costOf('self.all(x, self.all(y, true))', numbers(10))).toBe(352);
  expect(costOf('self.all(x, self.all(y, self.all(z, true)))', numbers(10))).toBe(3552);
});

function costOf(rule: string, source: JsonSchema): number {
  const schema = structuralOf(source);
  const { type } = sizedSchema(schema)!;
  const variables = ruleVariables({ rule }, schema, false)!;
  return compileRule({ rule }).condition.estimatedCost(variables, type).max;
}
