import { compileExpression, CostBudget, CostExceeded, present } from './index';

const run = (text: string, self: unknown = {}, oldSelf: unknown = undefined): unknown =>
  compileExpression(text, ['self', 'oldSelf'], 'bool').evaluate({ self, oldSelf }, new CostBudget(10_000_000));

test.each<[string, unknown]>([
  ['self.replicas <= self.limit', { replicas: 1n, limit: 2n }],
  ['self.ratio > 0.5 && self.count >= 1.5', { ratio: 0.7, count: 2n }],
  ['self.all(k, self[k] > 0)', { a: 1n }],
  [
    'self.list.exists_one(x, x.name == "a") && self.list.map(x, x.name) == ["a", "b"]',
    { list: [{ name: 'a' }, { name: 'b' }] },
  ],
  ['!has(self.gone) && self.?gone.orValue(1) == 1', {}],
  ['self.s.matches("^[a-c]+$") && self.s.find("b.") == "bc" && self.s.findAll("[ac]") == ["a", "c"]', { s: 'abc' }],
  ['self.s.replace("a", "x") == "xbc" && "%s-%d".format([self.s, 5]) == "abc-5"', { s: 'abc' }],
  [
    'quantity(self.memory).isLessThan(quantity("2Gi")) && isQuantity("1m") && quantity("1000m") == quantity("1")',
    { memory: '1Gi' },
  ],
  ['cidr("10.0.0.0/8").containsIP(self.ip) && ip(self.ip).family() == 4 && !isIP("x")', { ip: '10.1.2.3' }],
  ['url(self.u).getHost() == "a.example:8080" && isURL(self.u)', { u: 'https://a.example:8080/x' }],
  ['self.l.isSorted() && self.l.sum() == 6 && self.l.max() == 3 && self.l.indexOf(2) == 1', { l: [1n, 2n, 3n] }],
  [
    'sets.contains(self.l, [1]) && sets.equivalent(self.l, [3, 2, 1]) && !sets.intersects(self.l, [9])',
    { l: [1n, 2n, 3n] },
  ],
  ['duration("1h") > duration("1m") && timestamp("2026-01-01T00:00:00Z").getFullYear() == 2026', {}],
])('%s', (text, self) => {
  expect(run(text, self)).toBe(true);
});

test('an old value that may be absent', () => {
  expect(run('oldSelf.hasValue() && self == oldSelf.value()', 1n, present(1n))).toBe(true);
});

test.each([
  ['self.a +', /^compilation failed: ERROR: <input>: Syntax error: /],
  ['other.a', /^compilation failed: ERROR: <input>: Unknown variable: other$/],
  ['"text"', /^must evaluate to a bool$/],
  ['"a" + 1 == "a1"', /^compilation failed: /],
])('%s is refused', (text, message) => {
  expect(() => compileExpression(text, ['self'], 'bool')).toThrow(message);
});

test.each([
  ['self.a > 1', { a: 'x' }, /^no such overload$/],
  ['self.b > 1', {}, /^no such key: b$/],
  ['self.c[3] == 1', { c: [1n] }, /^index out of bounds: 3$/],
  ['1 % self.z == 1', { z: 0n }, /^modulus by zero$/],
  ['1 / self.z == 1', { z: 0n }, /^division by zero$/],
])('%s fails with what is wrong', (text, self, message) => {
  expect(() => run(text, self)).toThrow(message);
});

test('what names a variable, and which of its fields', () => {
  const expression = compileExpression('self.a.b > 1 && self.c.all(x, x > 0)', ['self', 'oldSelf'], 'bool');
  expect(expression.uses('self')).toBe(true);
  expect(expression.uses('oldSelf')).toBe(false);
  expect(expression.fieldsOf('self')).toEqual([['a', 'b'], ['c']]);
});

test('an expression that would run for ever ends at its limit, always at the same step', () => {
  const list = Array.from({ length: 1000 }, (_item, i) => BigInt(i));
  const text = 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))';
  const left = [1, 2].map(() => {
    const budget = new CostBudget(10_000_000);
    expect(() => compileExpression(text, ['self'], 'bool').evaluate({ self: list }, budget)).toThrow(CostExceeded);
    return budget.remaining;
  });
  expect(left[0]).toBe(left[1]);
});

test('texts that double end at the limit', () => {
  const text = `${'self.map(a, '.repeat(1)}${Array(25)
    .fill('')
    .reduce((inner: string) => `cel.bind(t, ${inner}, t + t)`, '"xxxxxxxxxx"')})[0] == ""`;
  expect(() => run(text, [1n])).toThrow(CostExceeded);
});

test('a pattern that makes other engines backtrack is matched at once', () => {
  expect(run('self.matches("^(a+)+$")', `${'a'.repeat(5000)}!`)).toBe(false);
});
