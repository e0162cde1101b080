import { compileExpression, CostBudget, CostExceeded } from './index';

const TEXT = 'a'.repeat(100_000);
const LIST = Array.from({ length: 10_000 }, (_, i) => `item ${i}`);
const DEEP = { a: { b: { c: LIST, d: LIST, e: LIST } } };

function run(text: string): unknown {
  const self = { text: TEXT, list: LIST, deep: DEEP, same: JSON.parse(JSON.stringify(DEEP)) as unknown };
  return compileExpression(text, ['self'], 'bool').evaluate({ self }, new CostBudget(10_000_000));
}

/** Doubles a text so many times. */
const doubled = (times: number): string => `[self.text]${'.map(x, x + x)'.repeat(times)}`;

test.each([
  ['a text that is doubled again and again', `${doubled(40)}.size() == 1`],
  ['a text put in the place of each of its characters', 'self.text.replace("", self.text).size() > 0'],
  ['a text put in the place of some of its characters', 'self.text.replace("aa", self.text, -1).size() > 0'],
  ['a pattern that is as long as the text', 'self.text.matches(self.text + "b")'],
  ['all matches of such a pattern', 'self.text.findAll(self.text + "?").size() > 0'],
  ['a short pattern with many states', 'self.text.matches("(.?){1000}[bc]$")'],
  ['a part that is nearly the text', 'self.text.contains(self.text.substring(1) + "b")'],
  ['each item against each', 'self.list.all(x, !self.list.exists(y, y == x + "b"))'],
  ['each item looked for among all', 'self.list.all(x, !((x + "b") in self.list))'],
  ['sets of all items', 'sets.contains(self.list, self.list.map(x, x + "b")) || sets.intersects(self.list, self.list)'],
  ['different items among all', 'self.list.distinct().size() == 1'],
  ['deep objects that are compared for each item', 'self.list.all(x, self.deep == self.same)'],
  ['items that are joined for each item', 'self.list.all(x, self.list.join(self.text).size() > 0)'],
  [
    'a format with a long text for each item',
    'self.list.all(x, "%s%s%s".format([self.text, self.text, x]).size() > 0)',
  ],
  ['lists that are put together for each item', 'self.list.all(x, (self.list + self.list).size() > 0)'],
])('%s ends at the limit', (_what, text) => {
  expect(() => run(text)).toThrow(CostExceeded);
});

test.each([
  ['equality of deep objects', 'self.deep == self.same'],
  ['a look at each item', 'self.list.all(x, x.startsWith("item ") && x.size() < 20 && x != "other")'],
  ['an item among all', '"item 9999" in self.list'],
  ['a pattern over a long text', 'self.text.matches("^[a-z]+$") && self.text.find("b") == ""'],
  ['a field of a large list, read often', 'self.list.all(x, self.list[0] == "item 0" && self.list.size() > 5)'],
])('%s is well within it', (_what, text) => {
  expect(run(text)).toBe(true);
});
