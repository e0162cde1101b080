import {
  compileExpression,
  INT,
  listType,
  objectType,
  optionalType,
  STRING,
  type CelType,
  type SizedType,
} from '../index';

const NOTHING: SizedType = { kind: 'object', maxElements: 0 };

/** Minimum and maximum costs of calls, as in the tables of `library/cost_test.go` upstream. */
test.each<[text: string, min: number, max: number]>([
  ["url('https:://kubernetes.io/').getHost()", 4, 4],
  ["url('https:://kubernetes.io/') == url('http://x.b')", 5, 5],
  ["url('https:://kubernetes.io/') == url('https:://kubernetes.io/')", 7, 9],
  ["ip('192.168.0.1')", 2, 2],
  ["ip('192.168.0.1').isGlobalUnicast()", 3, 3],
  ["ip('192.168.0.1') == ip('192.168.0.1')", 5, 5],
  ["ip.isCanonical('2001:db8:3333:4444:5555:6666:7777:8888')", 8, 8],
  ["cidr('192.168.0.0/16').ip().family() == 4", 5, 5],
  ["cidr('192.168.0.0/16') == cidr('2001:db8::/32')", 5, 5],
  ["cidr('192.168.0.0/16').masked()", 3, 3],
  ["cidr('192.168.0.0/16').containsCIDR('192.0.0.0/30')", 7, 11],
  ["cidr('192.168.0.0/16').containsCIDR(cidr('192.0.0.0/30'))", 7, 11],
  ["cidr('192.168.0.0/16').containsIP(ip('192.0.0.1'))", 4, 7],
  ["cidr('192.168.0.0/16').containsIP('192.169.0.1')", 5, 8],
  ["'ABCDEFGHIJ abcdefghij'.lowerAscii()", 3, 3],
  ["strings.quote('ABCDEFGHIJ abcdefghij') == strings.quote('ABCDEFGHIJ abcdefghij')", 7, 11],
  ["'abc 123 def 123'.replace('', 'x')", 3, 3],
  ["'abc 123 def 123'.split(' ', 1)", 3, 3],
  ["'abc 123 def 123'.find('123')", 2, 2],
  ['quantity("200M") == quantity("0.2G")', 3, 3],
  ['quantity("50k").add(20).sub(quantity("100k")).asInteger() > 0', 6, 6],
  ['format.named("dns1123subdomain")', 1, 1],
  ['format.named("dns1123Label").value().validate("my-name")', 34, 34],
  ['format.named("dns1123Label").value() == format.named("dns1123Label").value()', 5, 11],
  ['sets.contains([], [])', 21, 21],
  ['sets.contains([2, 1], [1])', 23, 23],
  ['sets.equivalent([1], [1, 1])', 25, 25],
  ['semver("1.2.3").isLessThan(semver("1.2.4"))', 3, 3],
  ["duration('1h') >= duration('1s')", 3, 3],
  ["duration('1h') == duration('60m')", 3, 3],
  ["timestamp('2026-01-01T00:00:00Z') > timestamp('2026-01-01T00:00:00Z')", 3, 3],
  ["matches('abc', 'a+')", 1, 1],
])('%s costs %d to %d', (text, min, max) => {
  expect(costOf(text)).toEqual({ min, max });
});

test('inequality of values of Kubernetes has no price of its own, so that nothing limits it', () => {
  expect(costOf("quantity('1') != quantity('2')").max).toBeGreaterThan(10_000_000);
});

const root: SizedType = {
  kind: 'object',
  maxElements: 0,
  fields: new Map<string, SizedType>([
    ['name', { kind: 'scalar', maxElements: 40 }],
    ['list', { kind: 'list', maxElements: 10, entries: { kind: 'scalar', maxElements: 40 } }],
    ['numbers', { kind: 'list', maxElements: 10, entries: { kind: 'scalar', maxElements: 0 } }],
  ]),
};
const self = objectType(
  'self',
  new Map([
    ['name', STRING],
    ['list', listType(STRING)],
    ['numbers', listType(INT)],
  ]),
);

test.each<[text: string, max: number]>([
  ['self.list.all(i, x, i >= 0 && x != self.name)', 2 + 1 + 10 * (2 + 1 + 2 + 7)],
  ['self.numbers.transformList(i, x, x)', 2 + 10 + 1 + 10 * (10 + 1 + 1 + 1)],
  ['self.numbers.transformMap(i, x, x)', 2 + 30 + 1 + 10 * (1 + 1 + 1 + 1)],
  ['self.?name.optMap(x, x == "a")', 3 + 1 + (10 + 3 + 2)],
  ['[?self.?name] == []', 10 + 2 + 10],
  // A field of what a function returns has the size of the root upstream: none, as the root is an object.
  ['oldSelf.hasValue() && oldSelf.value().name == self.name', 2 + 3 + 2],
])('%s costs at most %d', (text, max) => {
  const variables = new Map<string, CelType>([
    ['self', self],
    ['oldSelf', optionalType(self)],
  ]);
  expect(costOf(text, variables, root).max).toBe(max);
});

function costOf(
  text: string,
  variables: ReadonlyMap<string, CelType> = new Map(),
  sizes = NOTHING,
): { min: number; max: number } {
  return compileExpression(text, [...variables.keys()], 'any').estimatedCost(variables, sizes);
}
