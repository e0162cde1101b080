import pg from 'pg';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  patchAnswer,
  selfSignedCertificate,
  startHookServer,
  Topology,
  type FreshDatabase,
  type HookServer,
  type RedisServer,
} from '@orrery/test-services';
import { GraphqlClient } from '../../libs/testing/kit/graphql-client';
import { firstDifference, logOf } from '../end-to-end/time-machine/logs';
import { deployment, story } from '../end-to-end/time-machine/story';

const NAME = 'repeated';

/** Steps after which the cluster is forked, and saved to a file. */
const FORKED_AFTER = [4, 13];
const SAVED_AFTER = 9;

/** The default scheduler, which fills nodes instead of spreading over them. */
const SCHEDULERS = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    pluginConfig:
      - name: NodeResourcesFit
        args: { scoringStrategy: { type: MostAllocated, resources: [{ name: cpu, weight: 1 }] } }
`;

/** A webhook that annotates every pod of a workload, with something else each time. */
function countingHook(hooks: HookServer, cert: string | Buffer): object {
  let count = 0;
  hooks.serve('/count', () =>
    patchAnswer([{ op: 'add', path: '/metadata/annotations', value: { count: String(++count) } }]),
  );
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'count' },
    webhooks: [
      {
        name: 'count.example.com',
        clientConfig: { url: `${hooks.url}/count`, caBundle: Buffer.from(String(cert)).toString('base64') },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        objectSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      },
    ],
  };
}

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
    const clock = { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' };
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

  /** Returns the report of repeating the recording of a cluster. */
  async function repeated(cluster: string): Promise<object> {
    const change = '{ resource name operation at }';
    const fields = `report { inputs compared isSame difference { resourceVersion recorded ${change} repeated ${change} } }`;
    const { report } = await root().mutate<{ report: object }>('replayRecording', { cluster }, fields);
    return report;
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

  it('is recorded while clients of all servers act at once, also while the clock moves, and a webhook answers', async () => {
    const clock = { mode: 'MANUAL' };
    await root().mutate('createCluster', { name: 'busy', nodes: 6, clock, record: true }, 'cluster { name }');
    const clients = topology.urls.map((url) => new GraphqlClient(`${url}/clusters/busy`));
    const [one, other] = [clients[0]!, clients[1]!];
    const { key, cert } = await selfSignedCertificate(['localhost'], Date.now());
    const hooks = await startHookServer({ key, cert });
    try {
      await one.mutate('createObject', { objects: [countingHook(hooks, cert)] }, 'objects { id }');
      const created = clients.flatMap((client, server) =>
        Array.from({ length: 6 }, (_, number) =>
          client.mutate('createObject', { objects: [deployment(`d-${server}-${number}`, 2)] }, 'objects { id }'),
        ),
      );
      await Promise.all([
        ...created,
        one.mutate('advanceClock', { by: '3m' }, 'clock { now }'),
        other.mutate('injectFault', { kind: 'POWER_OFF', nodes: ['node-2'] }, 'nodes'),
        other.mutate('setSchedulerConfig', { yaml: SCHEDULERS }, 'clientMutationId'),
        one.mutate('restartComponent', { component: 'NODE_LIFECYCLE_CONTROLLER' }, 'clientMutationId'),
      ]);
      await other.mutate('advanceClock', { by: '10m' }, 'clock { now }');
      expect(hooks.seen.length).toBeGreaterThan(24);
    } finally {
      await hooks.close();
    }
    expect(await repeated('busy')).toMatchObject({ isSame: true, difference: null, inputs: 17 });
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
