import { DELETION_COST, parseDeletionCost } from './deletion-cost';

test.each<[string, number | undefined]>([
  ['0', 0],
  ['10', 10],
  ['-10', -10],
  ['-0', 0],
  ['-010', -10],
  ['2147483647', 2147483647],
  ['-2147483648', -2147483648],
  ['2147483648', undefined],
  ['-2147483649', undefined],
  ['', undefined],
  ['-', undefined],
  ['+10', undefined],
  ['010', undefined],
  ['00', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  [' 1', undefined],
  ['abc', undefined],
])('a cost of %j', (text, want) => {
  expect(parseDeletionCost({ [DELETION_COST]: text })).toBe(want);
});

test('a pod costs nothing where nothing is said', () => {
  expect(parseDeletionCost(undefined)).toBe(0);
  expect(parseDeletionCost({})).toBe(0);
});
