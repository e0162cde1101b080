import { SUCCESS } from '../framework/status';
import type { AnyPlugin } from '../framework/plugin';
import { resolveProfile } from './resolve-profile';
import type { Profile } from './profile';

const scorer = (name: string): AnyPlugin => ({
  name,
  scoreScope: 'cluster',
  score: () => 0,
  filterScope: 'cluster',
  filter: () => SUCCESS,
});
const plugins: Readonly<Record<string, AnyPlugin>> = {
  A: scorer('A'),
  B: scorer('B'),
  C: scorer('C'),
  Extra: scorer('Extra'),
  Sort: { name: 'Sort', compare: () => 0 },
  Bind: { name: 'Bind', bind: () => SUCCESS },
};
const defaults = [
  { name: 'Sort' },
  { name: 'A', weight: 2 },
  { name: 'B' },
  { name: 'C', except: ['score' as const] },
  { name: 'Bind' },
];

function scoresOf(profilePlugins: NonNullable<Profile['plugins']>): string[] {
  const profile = { schedulerName: 's', plugins: profilePlugins };
  const { points, errors } = resolveProfile(profile, defaults, (name) => plugins[name]);
  expect(errors).toEqual([]);
  return points.score.map(({ name, weight }) => `${name}=${weight}`);
}

const names = (...list: readonly string[]) => list.map((name) => ({ name }));

test.each([
  ['nothing said', {}, ['A=2', 'B=1']],
  ['one default disabled at the point', { score: { disabled: names('A') } }, ['B=1']],
  ['all defaults disabled at the point', { score: { disabled: names('*'), enabled: names('Extra') } }, ['Extra=1']],
  ['one default disabled everywhere', { multiPoint: { disabled: names('B') } }, ['A=2']],
  [
    'a default re-weighted everywhere keeps its place',
    { multiPoint: { enabled: [{ name: 'A', weight: 7 }] } },
    ['A=7', 'B=1'],
  ],
  [
    'an explicit default comes first with its own weight',
    { score: { enabled: [{ name: 'B', weight: 5 }] } },
    ['B=5', 'A=2'],
  ],
  ['an explicit stranger comes last', { score: { enabled: names('Extra') } }, ['A=2', 'B=1', 'Extra=1']],
  [
    'a stranger everywhere is appended',
    { multiPoint: { enabled: [{ name: 'Extra', weight: 0 }] } },
    ['A=2', 'B=1', 'Extra=1'],
  ],
  ['an explicit plugin that is not scored by default', { score: { enabled: names('C') } }, ['C=1', 'A=2', 'B=1']],
])('%s', (_name, profilePlugins, want) => {
  expect(scoresOf(profilePlugins)).toEqual(want);
});
