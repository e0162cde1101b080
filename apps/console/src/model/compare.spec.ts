import { figureRows, namedState, shortValue, stateText } from './compare';

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

test('figures are told with their difference', () => {
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
