import { makePod } from '@orrery/builders';
import { comparedPods, isOtherPlacement } from './compared-pods';

const bound = Array.from({ length: 10 }, (_, i) => makePod(`b${i}`).node('n').build());
const waiting = [makePod('w0').build(), makePod('w1').build()];
const names = (most: number, nodes = 1) =>
  comparedPods([...bound, ...waiting], { most, nodes, skip: undefined }).pods.map(({ metadata: { name } }) => name);

test('pods that wait are compared first, then a sample that is spread over the others', () => {
  expect(names(4)).toEqual(['w0', 'w1', 'b0', 'b5']);
  expect(names(1)).toEqual(['w0']);
  expect(names(500)).toHaveLength(12);
});

test('pages go through all of them, those that wait first', () => {
  const page = (skip: number) => comparedPods([...bound, ...waiting], { most: 5, nodes: 1, skip });
  expect(page(0)).toMatchObject({ total: 12, hasMore: true });
  expect([0, 5, 10].flatMap((skip) => page(skip).pods.map(({ metadata: { name } }) => name))).toEqual([
    ...waiting.map(({ metadata: { name } }) => name),
    ...bound.map(({ metadata: { name } }) => name),
  ]);
  expect(page(10).hasMore).toBe(false);
  expect(page(99)).toMatchObject({ pods: [], hasMore: false });
});

test('many nodes leave fewer pods, but one at least', () => {
  expect(names(500, 100_000)).toEqual(['w0', 'w1', 'b0', 'b3', 'b6']);
  expect(names(500, 1_000_000)).toEqual(['w0']);
});

test.each([
  [{ selected: 'a', ties: ['a', 'b'] }, { selected: 'b', ties: ['b'] }, false],
  [{ selected: 'a', ties: ['a'] }, { selected: 'b', ties: ['b'] }, true],
  [{ selected: undefined, ties: [] }, { selected: 'b', ties: ['b'] }, true],
  [{ selected: undefined, ties: [] }, { selected: undefined, ties: [] }, false],
  [undefined, { selected: 'a', ties: ['a'] }, true],
  [undefined, undefined, false],
])('%j and %j differ: %s', (before, after, differ) => {
  expect(isOtherPlacement(before, after)).toBe(differ);
});
