import { clusterOfScenario, sinceStart } from './scenarios';

test('a scenario gets a cluster as it says, whose clock stands still', () => {
  const document = { metadata: { name: 'Zone outage!' }, spec: { cluster: { nodes: 9, seed: 's', startAt: 't' } } };
  expect(clusterOfScenario(document, 'x1')).toEqual({
    name: 'zone-outage-x1',
    nodes: 9,
    zones: 3,
    seed: 's',
    clock: { mode: 'MANUAL', startAt: 't' },
  });
});

test('what says nothing gets three nodes; the bundle is a setting', () => {
  expect(clusterOfScenario(undefined, 'x')).toMatchObject({ name: 'scenario-x', nodes: 3, zones: 3 });
  expect(clusterOfScenario({ spec: { cluster: { bundle: 'k8s-1.20' } } }, 'x').settings).toEqual({
    bundle: 'k8s-1.20',
  });
});

test('times are counted from the start', () => {
  expect([sinceStart(0), sinceStart(185.4)]).toEqual(['+0m 0s', '+3m 5s']);
});
