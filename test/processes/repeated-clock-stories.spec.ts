import { ClockMode } from '@orrery/clock';
import { ControlPlane, shardsOf } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  Topology,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { NODE_FAILURE, playNodeFailure } from '../../libs/testing/kit/stories/node-failure-story';

/*
 * A node that falls silent, many times in one set of processes and four at a time, so that jobs are late and processes wait for each other:
 * each time the same happens at the same instants. `npm run test:clocks` tells it 200 times.
 */

const STORIES = Number(process.env['ORRERY_CLOCK_STORIES'] ?? 8);
const AT_A_TIME = 4;
const START_MS = Date.parse('2026-03-01T12:00:00Z');
const STORY_MS = 60_000;

describeWithRedis('a manual clock over many processes under load', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let plane: ControlPlane;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: '0', ORRERY_CLOCK: 'manual' },
    });
    plane = await ControlPlane.open({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: shardsOf({ clusterShards: 4, kubeletShards: 8 }),
      plugins: {},
      components: [],
      logger: createLogger('test', 'warn'),
      metrics: new Metrics(),
    });
    await plane.start();
  });

  afterAll(async () => {
    await plane?.stop();
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  /** Runs the story in a cluster of its own; returns the differences from the expected events. */
  async function differencesOf(name: string): Promise<readonly string[]> {
    const clock = { mode: ClockMode.Manual };
    const runtime = (await plane.createCluster({ name, seed: 's', clock, startMs: START_MS }))!;
    const timeline = await playNodeFailure(runtime, START_MS);
    await plane.deleteCluster(name);
    const wrong = timeline.filter((line) => !NODE_FAILURE.includes(line));
    const missing = NODE_FAILURE.filter((line) => !timeline.includes(line));
    return [...wrong.map((line) => `${name}: + ${line}`), ...missing.map((line) => `${name}: - ${line}`)];
  }

  it(
    `tells a story the same ${STORIES} times`,
    async () => {
      const differences: string[] = [];
      const names = Array.from({ length: STORIES }, (_, i) => `story-${i + 1}`);
      const play = async (): Promise<void> => {
        for (let name = names.shift(); name !== undefined; name = names.shift()) {
          differences.push(...(await differencesOf(name)));
          if (process.env['ORRERY_CLOCK_STORIES']) process.stderr.write(`${name}: ${differences.length} wrong\n`);
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, play));
      expect(differences).toEqual([]);
    },
    STORIES * STORY_MS,
  );
});
