import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations } from '@orrery/store';
import { createDatabase, describeWithRedis, startRedis, until } from '../../../testing/processes';
import { ControlPlane, SOLO_SHARDS } from '../control-plane';
import { routerKind } from './router';

describeWithRedis('the router on Redis', () => {
  it('puts all work on the queues again after Redis lost it', async () => {
    const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    await applyMigrations(database.url);
    // Nobody takes the jobs: they stay where they are.
    const plane = await ControlPlane.open({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: SOLO_SHARDS,
      components: [routerKind(1)],
      logger: createLogger('test', 'error'),
      metrics: new Metrics(),
    });
    await plane.start();
    await plane.createCluster({ name: 'forgotten' });
    const [queue] = plane.bus.inspect('reconcile', 1);
    const namespaces = async (): Promise<string[] | false> => {
      const jobs = (await queue!.getWaiting()) as { data: { controller: string; keys: string[] } }[];
      const keys = jobs.filter(({ data }) => data.controller === 'namespace').flatMap(({ data }) => data.keys);
      return keys.length >= 4 ? [...new Set(keys)].sort() : false;
    };
    const before = await until('the namespaces are to be furnished', 10, namespaces);
    await redis.flushAll();
    expect(await namespaces()).toBe(false);
    const after = await until('the work is back', 10, namespaces);
    expect(after).toEqual(before);
    expect(after).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    await plane.stop();
    await redis.stop();
    await database.drop();
  });
});
