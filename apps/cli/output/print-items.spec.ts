import { CLOCK_VIEW } from '../commands/clock/clock-view';
import { CLUSTER_VIEW } from '../commands/cluster/cluster-view';
import type { Terminal } from '../command';
import { printItem, printItems, type ItemView } from './print-items';

function printed<T>(items: readonly T[], view: ItemView<T>): string {
  const written: string[] = [];
  const terminal = { columns: 200, write: (text: string) => void written.push(text) } as unknown as Terminal;
  if (items.length === 1) printItem(items[0]!, view, 'table', terminal);
  else printItems(items, view, 'table', terminal);
  return written.join('');
}

const clock = {
  mode: 'MANUAL' as const,
  rate: 0,
  now: '2026-01-01T00:00:00.000Z',
  nextEventAt: null,
  problem: null,
};
const cluster = {
  name: 'a',
  path: '/clusters/a',
  seed: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  forkedFrom: null,
  resourceVersion: '7',
  settings: {},
  clock,
  history: null,
};

test('a clock that cannot go on says why; others have no such column', () => {
  const problem = 'cluster time cannot go on at 2026-01-01T00:00:00Z: pods default/p are made and deleted without end';
  expect(printed([{ ...clock, problem }], CLOCK_VIEW)).toContain(problem);
  expect(printed([clock], CLOCK_VIEW)).not.toContain('PROBLEM');
});

test('clusters show which components they are without, and that their time stands', () => {
  const without = { ...cluster, name: 'b', settings: { leftOut: ['scheduler', 'job-controller'] } };
  const lines = printed([cluster, without], CLUSTER_VIEW).split('\n');
  expect(lines[0]).toMatch(/LEFT OUT/);
  expect(lines[2]).toMatch(/scheduler,job-controller/);
  expect(printed([cluster], CLUSTER_VIEW)).not.toMatch(/LEFT OUT|PROBLEM/);
  const standing = { ...cluster, clock: { ...clock, problem: 'cluster time cannot go on' } };
  expect(printed([standing], CLUSTER_VIEW)).toMatch(/PROBLEM[^]*time stands/);
});
