import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordings } from './budget.json';
import { ALLOWED, budgetOf, costInPasses, overBudget } from './judgement.mjs';
import { PATHS, START } from './paths.mjs';

test.each([
  [[3], [1], 3],
  // Other work made most of the runs and passes dearer.
  [[50, 20, 90, 30], [5, 2, 9, 7, 6], 10],
  // One pass in twenty that was cheap by chance does not count.
  [[20], [1, ...Array.from({ length: 19 }, () => 2)], 10],
])('of runs of %j ms between passes of %j ms, %d passes count', (runs, loops, passes) =>
  expect(costInPasses(runs, loops)).toBe(passes),
);

test.each([
  ['as recorded', 3, []],
  ['cheaper', 1, []],
  ['a third more', 3 * ALLOWED, []],
  ['more than a third more', 4.2, ['a path: 1.40 times its budget, more than 1.33 times']],
])('a path that costs %s', (_title, cost, lines) => {
  expect(overBudget([{ name: 'a path', cost }], { 'a path': 3 })).toEqual(lines);
});

test('a path without a budget is no path that passes', () => {
  const line = 'new: there is no budget; npm run bench:budget:spread records one';
  expect(overBudget([{ name: 'new', cost: 1 }], { 'a path': 3 })).toEqual([line]);
});

test('the budget of a path is the most that was recorded of it', () => {
  const recordings = [{ paths: { one: 3, two: 1 } }, { paths: { one: 2, two: 4, three: 5 } }];
  expect(budgetOf(recordings)).toEqual({ one: 3, two: 4, three: 5 });
});

describe('on a machine', () => {
  const machine = { processor: 'A', node: 'v20', passMs: 13 };
  const recordings = [
    { machine, runs: 50, paths: { one: 1 } },
    { machine: { ...machine, passMs: 25 }, runs: 10, paths: { one: 2 } },
    { machine: { processor: 'B', node: 'v20' }, runs: 20, paths: { one: 3 } },
  ];
  test.each([
    ['of which fifty runs are recorded, its own count', machine, 1],
    ['that is a little slower now, these count as well', { ...machine, passMs: 16 }, 1],
    ['of that name that is much slower, the most counts', { ...machine, passMs: 25 }, 3],
    ['of another name, the most counts', { ...machine, processor: 'B' }, 3],
    ['with another version of Node, the most counts', { ...machine, node: 'v24' }, 3],
  ])('%s', (_title, here, allowed) => {
    expect(budgetOf(recordings, here)).toEqual({ one: allowed });
  });
});

test('each path has a budget, and the page shows it', () => {
  const budget = budgetOf(recordings);
  expect(Object.keys(budget).sort()).toEqual([START, ...Object.keys(PATHS)].sort());
  const page = readFileSync(join(__dirname, '../../../docs/performance.md'), 'utf8').replace(/ +/g, ' ');
  for (const [name, passes] of Object.entries(budget)) {
    expect(page).toMatch(new RegExp(`\\| ${name} \\| [^|]+ \\| [^|]+ \\| [^|]+ \\| ${passes} \\|`));
  }
});
