import { Metrics } from './metrics';

/** The type of each metric, by its name. */
async function typesOf(metrics: Metrics): Promise<Map<string, string>> {
  const lines = (await metrics.scrape()).text.split('\n').filter((line) => line.startsWith('# TYPE '));
  return new Map(lines.map((line) => line.split(' ').slice(2) as [string, string]));
}

test('metrics have the names that the rules of Prometheus give their types', async () => {
  const metrics = new Metrics();
  let count = 3;
  metrics.counted('orrery_round_trips_total', 'Round trips.', () => count);
  const types = await typesOf(metrics);
  expect(types.get('orrery_round_trips_total')).toBe('counter');
  expect(types.has('nodejs_active_handles')).toBe(true);
  // Counters that Kubernetes and the descheduler name so.
  for (const name of ['node_collector_evictions_number', 'descheduler_pods_evicted']) types.delete(name);
  const wrong = [...types].filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'));
  expect(wrong).toEqual([]);
  expect((await metrics.scrape()).text).toContain('orrery_round_trips_total 3\n');
  count = 5;
  expect((await metrics.scrape()).text).toContain('orrery_round_trips_total 5\n');
});
