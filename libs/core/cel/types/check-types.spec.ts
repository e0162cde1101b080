import { checkExpression, compileExpression } from '../expression';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  optionalType,
  STRING,
  TIMESTAMP,
} from './cel-type';

const part = objectType('selfType.part', new Map([['name', STRING]]));
const self = objectType(
  'selfType',
  new Map([
    ['flag', BOOL],
    ['n', INT],
    ['x', DOUBLE],
    ['text', STRING],
    ['bytes', BYTES],
    ['any', DYN],
    ['__namespace__', STRING],
    ['at', TIMESTAMP],
    ['wait', DURATION],
    ['part', part],
    ['other', objectType('selfType.other', new Map([['name', STRING]]))],
    ['names', listType(STRING)],
    ['numbers', listType(INT)],
    ['nested', listType(listType(INT))],
    ['parts', listType(part)],
    ['labels', mapType(STRING, STRING)],
  ]),
);
const variables = new Map([
  ['self', self],
  ['oldSelf', optionalType(self)],
]);

function said(text: string): string | undefined {
  try {
    checkExpression(text, variables, 'bool');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  'self.flag',
  'self.n + 1 > 2 && self.x < 3',
  'self.namespace == self.__namespace__ && has(self.namespace)',
  'self.x == 1.0',
  'self.n > self.x',
  "self.text + 'a' == 'b'",
  "self.text.matches('a') && matches(self.text, 'a')",
  "self.any == 1 && self.any == 'a' && self.any.b.c",
  "self.at > timestamp('2026-01-01T00:00:00Z') + self.wait",
  'self.at - self.at == self.wait && self.wait.getHours() == 1 && self.at.getFullYear() == 2026',
  'self.part == self.parts[0] && self.part != null && self.at != null',
  "self.part.name in self.names && 'a' in self.labels && self.labels.a == self.labels['b']",
  'self.numbers.sum() + self.numbers.max() == self.nested[0][0] && self.numbers.isSorted()',
  "self.parts.map(p, p.name) == self.names && self.parts.filter(p, p.name == 'a').size() == 1",
  "self.labels.all(key, key != '') && self.names.exists_one(name, name == 'a')",
  'self.numbers.map(n, n > 1, n * 2) == [] && self.numbers + [] == [1]',
  "sets.contains(self.names, ['a']) && self.names.indexOf('a') == 1",
  "has(self.part.name) && (has(self.part) ? self.part.name : '') == ''",
  'oldSelf.hasValue() && oldSelf.value().n == 1 && oldSelf.n.orValue(1) == 2',
  "self.?part.?name.orValue('') == '' && self.names[?0].orValue('') == self.labels[?'a'].orValue('')",
  'optional.of(self.n).hasValue() && optional.none().orValue(1) == 1',
  'type(self.any) == string && type(self.at) == google.protobuf.Timestamp',
  "quantity(self.text).isLessThan(quantity('1')) && isURL(self.text)",
  "string(self.n) + string(self.at) == '' && int(self.text) == 1 && double(self.n) == 1.0 && size(self.bytes) == 1",
  "'%s is %d'.format([self.text, dyn(self.n)]) == ''",
  '-self.n < 0 && !self.flag && self.n % 2 == 0 && dyn(self.n) == self.text',
])('right: %s', (text) => {
  expect(said(text)).toBeUndefined();
});

test.each<[string, ...(readonly [string, string])[]]>([
  ["self.n + 'a' == 'b'", ['1:8', "found no matching overload for '_+_' applied to '(int, string)'"]],
  ['self.x == self.n', ['1:8', "found no matching overload for '_==_' applied to '(double, int)'"]],
  ['self.n == null', ['1:8', "found no matching overload for '_==_' applied to '(int, null)'"]],
  [
    'self.part == self.other',
    ['1:11', "found no matching overload for '_==_' applied to '(selfType.part, selfType.other)'"],
  ],
  ['self.flag && self.n', ['1:18', "expected type 'bool' but found 'int'"]],
  ['!self.n', ['1:1', "found no matching overload for '!_' applied to '(int)'"]],
  ['self.flag ? 1 : self.text', ['1:11', "found no matching overload for '_?_:_' applied to '(bool, int, string)'"]],
  ["self.n in ['a']", ['1:8', "found no matching overload for '@in' applied to '(int, list(string))'"]],
  ['self.names[self.text]', ['1:11', "found no matching overload for '_[_]' applied to '(list(string), string)'"]],
  ["self.n.startsWith('a')", ['1:18', "found no matching overload for 'startsWith' applied to 'int.(string)'"]],
  ['size(self.n) > 1', ['1:5', "found no matching overload for 'size' applied to '(int)'"]],
  ['self.text.foo()', ['1:14', "undeclared reference to 'foo' (in container '')"]],
  ['other.a', ['1:1', "undeclared reference to 'other' (in container '')"]],
  ['has(self.none)', ['1:4', "undefined field 'none'"]],
  ['self.text.a', ['1:10', "type 'string' does not support field selection"]],
  [
    'self.n.all(a, true)',
    ['1:5', "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
  ],
  ['self.names.all(name, name)', ['1:22', "expected type 'bool' but found 'string'"]],
  [
    'self.names.filter(name, 1) == []',
    ['1:18', "found no matching overload for '_?_:_' applied to '(int, list(string), list(string))'"],
  ],
  ["self.numbers.map(n, n + 'a') == []", ['1:23', "found no matching overload for '_+_' applied to '(int, string)'"]],
  ['self.names.sum() == 1', ['1:15', "found no matching overload for 'sum' applied to 'list(string).()'"]],
  ['oldSelf.n == 1', ['1:11', "found no matching overload for '_==_' applied to '(optional_type(int), int)'"]],
  ["[1, 'a'].size() == 2", ['1:5', "expected type 'int' but found 'string'"]],
  ["{'a': 1, 'b': true}.size() == 2", ['1:15', "expected type 'int' but found 'bool'"]],
  ["quantity('1').a == 1", ['1:14', "unexpected failed resolution of 'kubernetes.Quantity'"]],
  [
    'self.none > 1 || self.n == self.text',
    ['1:5', "undefined field 'none'"],
    ['1:25', "found no matching overload for '_==_' applied to '(int, string)'"],
  ],
])('wrong: %s', (text, ...errors) => {
  const shown = errors.map(([place, message]) => {
    const column = Number(place.split(':')[1]);
    return `ERROR: <input>:${place}: ${message}\n | ${text}\n | ${'.'.repeat(column - 1)}^`;
  });
  expect(said(text)).toBe(`compilation failed: ${shown.join('\n')}`);
});

test('errors name the line, and count characters as upstream', () => {
  expect(said("self.flag &&\n\tself.text == 'ä→' + 1")).toBe(
    "compilation failed: ERROR: <input>:2:20: found no matching overload for '_+_' applied to '(string, int)'\n" +
      " |  self.text == 'ä→' + 1\n | ...............．．..^",
  );
});

test.each(['self.text', 'self.any'])('a value that is no boolean: %s', (text) => {
  expect(said(text)).toBe('must evaluate to a bool');
});

test('a large expression is checked once through, and types that double end as dyn', () => {
  const many = Array.from({ length: 2000 }, (_, i) => `self.names + [] != ['${i}']`).join(' && ');
  expect(said(many)).toBeUndefined();
  const doubled = Array.from({ length: 20 }, (_, i) => `[{v${i}: v${i}}].all(v${i + 1}, `).join('');
  expect(said(`[self.n].all(v0, ${doubled}v20.a.b == v20.c${')'.repeat(21)}`)).toBeUndefined();
});

test('parts that are too deep within each other are refused', () => {
  const deep = 'self.n + '.repeat(300) + '1 > 2';
  expect(said(deep)).toBe('compilation failed: ERROR: <input>:-1:0: expression recursion limit exceeded: 250');
  const deeper = Array.from({ length: 20_000 }, () => 'a').join(' + ');
  expect(() => compileExpression(deeper, ['a'], 'any')).toThrow('recursion limit exceeded');
});
