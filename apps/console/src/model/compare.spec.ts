import { earlierState, figureRows, namedState, shortValue, stateText, usersFirst } from './compare';

test.each([
  ['shop', 'shop', ''],
  ['shop@-10m', 'shop', '-10m'],
  ['@12', 'own', '12'],
  ['', 'own', ''],
])('%j names a state', (text, cluster, moment) => {
  expect(namedState(text, 'own')).toEqual({ cluster, moment });
});

test('a state without a moment is the cluster as it is', () => {
  expect([stateText({ cluster: 'a', moment: '' }), stateText({ cluster: 'a', moment: '3' })]).toEqual(['a', 'a@3']);
});

test('figures are shown with their difference', () => {
  const figures = { pods: 3, placed: 2, waiting: 1, evictions: 0, restarts: 0, meanWaitSeconds: 1.25, zones: [] };
  const rows = figureRows(figures, { ...figures, placed: 3, waiting: 0, meanWaitSeconds: 1.3 });
  expect(rows.filter(({ difference }) => difference !== '')).toEqual([
    { name: 'placed', before: '2', after: '3', difference: '+1' },
    { name: 'waiting for a node', before: '1', after: '0', difference: '-1' },
  ]);
});

test('values are cut to what a table has room for', () => {
  expect([shortValue(null), shortValue({ a: 1 }), shortValue('x'.repeat(100)).length]).toEqual(['–', '{"a":1}', 80]);
});

describe('earlierState', () => {
  const history = { oldestResourceVersion: '7', oldestTime: '2026-01-01T00:00:00Z' };

  it.each([
    ['an hour ago of a cluster that has it', '2026-01-01T01:00:00Z', [], 'shop@-1h'],
    ['ten minutes ago of a younger one', '2026-01-01T00:10:00Z', ['shop-fork'], 'shop@-10m'],
    ['half of its time of one that has less', '2026-01-01T00:09:00Z', ['shop-fork'], 'shop@-270s'],
    ['the latest fork of one that has no past', '2026-01-01T00:00:59Z', ['other', 'shop-a', 'shop-b'], 'shop-b'],
    ['the first state that is kept, else', '2026-01-01T00:00:59Z', [], 'shop@7'],
  ])('is %s', (_name, now, clusters, expected) => {
    expect(earlierState('shop', { clock: { now }, history }, clusters)).toBe(expected);
  });

  it('is the origin of a fork without a past of its own', () => {
    const past = { clock: { now: '2026-01-01T00:00:00Z' }, history };
    expect(earlierState('shop-fork', past, ['shop', 'shop-fork'])).toBe('shop');
  });

  it('is ten minutes ago where the past may not be read', () => {
    expect(earlierState('shop', undefined)).toBe('shop@-10m');
  });
});

test('what users make comes before what the control plane makes', () => {
  const kinds = (names: readonly string[]) => names.map((kind) => ({ kind }));
  expect(usersFirst(kinds(['APIService', 'Pod', 'Lease', 'Widget']))).toEqual(
    kinds(['Pod', 'Widget', 'APIService', 'Lease']),
  );
});
