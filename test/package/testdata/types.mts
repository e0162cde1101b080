import { connectOrrery, RefusedError, startOrrery, type Cluster, type ClusterOptions } from '@orrery-dev/orrery';
import { clusterTest } from '@orrery-dev/orrery/node-test';

const options: ClusterOptions = { nodes: 5, zones: 3, clock: 'manual' };

export async function story(): Promise<Cluster> {
  await using orrery = await startOrrery({ nodes: 0 });
  const cluster = await orrery.cluster(options);
  const { nodes, message } = await cluster.explain({ name: 'web' });
  const verdict: string | undefined = nodes[0]?.filters[0]?.plugin;
  await cluster.faults.inject({ kind: 'POWER_OFF', nodes: ['node-1'], for: '5m' });
  // @ts-expect-error there is no such fault
  await cluster.faults.inject({ kind: 'SADNESS' });
  const events = await cluster.events({ type: 'Warning' });
  if (events.length === 0) throw new RefusedError(`${message} ${verdict}`);
  return connectOrrery('http://127.0.0.1:8080').attach();
}

clusterTest('types', options, async (cluster) => {
  const now: Date = await cluster.clock.now();
  await cluster.clock.set(now.getTime() > 0 ? '60x' : 'manual');
});
