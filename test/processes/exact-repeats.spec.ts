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

/** Steps after which the cluster is forked, and saved to a file. */
const FORKED_AFTER = [4, 13];
const SAVED_AFTER = 9;

/*
 * The same inputs leave the same log, byte by byte, in whichever processes the work is done: the second time there are others, and
 * so many that the shards lie elsewhere. So do forks, and what is restored from a file, from where they begin.
 */
describeWithRedis('a story that is played again in other processes', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let pool: pg.Pool;
  let topology: Topology;
  let first: readonly string[];

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    pool = new pg.Pool({ connectionString: database.url });
  });

  afterAll(async () => {
    await topology?.terminate();
    await pool?.end();
    await redis?.stop();
    await database?.drop();
  });

  const root = (): GraphqlClient => new GraphqlClient(topology.url);

  async function start(counts: Record<string, number>): Promise<void> {
    await topology?.terminate();
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts,
      variables: { ORRERY_NODES: '0', ORRERY_CLOCK: 'manual' },
    });
  }

  async function created(): Promise<void> {
    const clock = { mode: 'PAUSED', startAt: '2026-03-01T12:00:00Z' };
    await root().mutate('createCluster', { name: NAME, nodes: 9, zones: 3, seed: 's', clock }, 'cluster { name }');
  }

  /** Plays steps of the story on each API server in turn, from one on; after each `then` is called. */
  async function play(cluster: string, from: number, then: (step: number) => Promise<unknown> = async () => undefined) {
    const tellers = topology.urls.map((url) => story(new GraphqlClient(`${url}/clusters/${cluster}`)));
    for (let step = from; step < tellers[0]!.length; step++) {
      await tellers[step % tellers.length]![step]!();
      await then(step);
    }
  }

  /** Its log, a line for each change. */
  async function ended(name: string): Promise<readonly string[]> {
    const log = await logOf(pool, name);
    await root().mutate('deleteCluster', { name }, 'clientMutationId');
    return log;
  }

  it('is forked and saved on its way', async () => {
    await start({ 'api-server': 2, kubelet: 2, scheduler: 2 });
    await created();
    await play(NAME, 0, async (step) => {
      if (FORKED_AFTER.includes(step)) {
        await root().mutate('forkCluster', { cluster: NAME, name: `after-${step}` }, 'cluster { name }');
      }
      if (step !== SAVED_AFTER) return;
      await root().mutate('saveSnapshot', { cluster: NAME, name: 'saved', history: true }, 'snapshot { name }');
    });
    first = await ended(NAME);
    expect(first.length).toBeGreaterThan(500);
  });

  it.each(FORKED_AFTER)('goes on in a fork after step %i as the cluster itself does', async (step) => {
    await play(`after-${step}`, step + 1);
    expect(firstDifference(first, await ended(`after-${step}`))).toBeUndefined();
    expect((await pool.query('SELECT component, shard FROM handed_state')).rows).toEqual([]);
  });

  it('leaves the same log', async () => {
    await start({ kubelet: 3, scheduler: 2 });
    await created();
    await play(NAME, 0);
    expect(firstDifference(first, await ended(NAME))).toBeUndefined();
  });

  it('goes on from the file as the cluster did', async () => {
    await root().mutate('restoreSnapshot', { snapshot: 'saved', name: 'restored' }, 'cluster { name }');
    await play('restored', SAVED_AFTER + 1);
    expect(firstDifference(first, await ended('restored'))).toBeUndefined();
  });
});
