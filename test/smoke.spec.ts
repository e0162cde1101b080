import { ControlPlane, requireKind, SOLO_SHARDS } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import { buildNode } from '@orrery/pod-lifecycle';
import { allComponents } from '../apps/standalone/components';

it('places and runs a pod', async () => {
  const url = process.env['ORRERY_TEST_DATABASE_URL']!;
  const plane = await ControlPlane.open({
    databaseUrl: url,
    queues: { kind: 'postgres', url },
    isAlone: true,
    shards: SOLO_SHARDS,
    components: allComponents(SOLO_SHARDS),
    logger: createLogger('test', 'debug'),
    metrics: new Metrics(),
    queuePrefix: `t${process.pid}`,
    onlyOwnClusters: true,
  });
  await plane.start();
  const t0 = Date.now();
  const cluster = (await plane.createCluster({ name: `smoke-${process.pid}`, clock: { mode: 'manual' } }))!;
  console.log('cluster made', Date.now() - t0);
  const start = cluster.clock.now();
  for (const name of ['a', 'b', 'c']) {
    await cluster.store.create({ kind: requireKind('v1', 'Node'), namespace: '', input: buildNode({ name, zone: name }, start) });
  }
  await cluster.store.create({
    kind: requireKind('v1', 'Pod'),
    namespace: 'default',
    input: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
  });
  let t = Date.now();
  await cluster.settle();
  console.log('settled', Date.now() - t);
  t = Date.now();
  const result = await cluster.advance({ untilMs: start + 10_000 });
  console.log('advanced', Date.now() - t, result);
  const pod = cluster.cache.get({ resource: 'pods', namespace: 'default', name: 'p' });
  console.log(JSON.stringify(pod, null, 1).slice(0, 3000));
  t = Date.now();
  const r2 = await cluster.advance({ untilMs: start + 400_000 });
  console.log('advanced', Date.now() - t, r2, plane.database.roundTrips.count, plane.bus.roundTrips);
  console.log(cluster.cache.list('events').map((e) => `${e['reason']}: ${e['message']}`));
  await plane.stop();
}, 20000);
