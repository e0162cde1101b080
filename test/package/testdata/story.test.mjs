// Run by node:test and by Vitest: RUNNER says which.
const { clusterTest } = await import(`@orrery-dev/orrery/${process.env.RUNNER}`);

const WEB = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

clusterTest('a pod runs', { nodes: 2 }, async (cluster) => {
  await cluster.apply(WEB);
  const { now } = await cluster.until({ kind: 'Pod', name: 'web', matches: { status: { phase: 'Running' } } });
  if (now.getTime() < Date.UTC(2025, 0, 1)) throw new Error(`cluster time is ${now.toISOString()}`);
});

clusterTest('fails on purpose', async (cluster) => {
  await cluster.apply(WEB);
  await cluster.settle();
  throw new Error('this is meant');
});
