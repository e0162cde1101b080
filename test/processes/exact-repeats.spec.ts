import pg from 'pg';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  Topology,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { GraphqlClient } from '../../libs/testing/kit/graphql-client';
import { firstDifference, logOf } from '../end-to-end/time-machine/logs';
import { story } from '../end-to-end/time-machine/story';

const NAME = 'repeated';

/*
 * The same inputs leave the same log, byte by byte, in whichever processes the work is done: the second time there are others, and
 * so many that the shards lie elsewhere.
 */
describeWithRedis('a story that is played again in other processes', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let pool: pg.Pool;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    pool = new pg.Pool({ connectionString: database.url });
  });

  afterAll(async () => {
    await pool?.end();
    await redis?.stop();
    await database?.drop();
  });

  /** Plays the story in processes of its own, a step on each API server in turn. Answers its log, a line for each change. */
  async function played(counts: Record<string, number>): Promise<readonly string[]> {
    const topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts,
      variables: { ORRERY_NODES: '0', ORRERY_CLOCK: 'manual' },
    });
    try {
      const root = new GraphqlClient(topology.url);
      const clock = { mode: 'PAUSED', startAt: '2026-03-01T12:00:00Z' };
      await root.mutate('createCluster', { name: NAME, nodes: 9, zones: 3, seed: 's', clock }, 'cluster { name }');
      const tellers = topology.urls.map((url) => story(new GraphqlClient(`${url}/clusters/${NAME}`)));
      for (const step of tellers[0]!.keys()) await tellers[step % tellers.length]![step]!();
      const log = await logOf(pool, NAME);
      await root.mutate('deleteCluster', { name: NAME }, 'clientMutationId');
      return log;
    } finally {
      await topology.terminate();
    }
  }

  it('leaves the same log', async () => {
    const first = await played({ 'api-server': 2, kubelet: 2 });
    expect(first.length).toBeGreaterThan(500);
    const second = await played({ kubelet: 3, scheduler: 2 });
    expect(firstDifference(first, second)).toBeUndefined();
  });
});
