import type { PodStatus } from '@orrery/api-types';
import { ClockMode } from '@orrery/clock';
import {
  addNodes,
  ControlPlane,
  shardsOf,
  SOLO_SHARDS,
  type ClusterRuntime,
  type ControlPlaneOptions,
} from '@orrery/control-plane';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';
import { NODE_FAILURE, playNodeFailure } from '../../libs/testing/kit/stories/node-failure-story';
import { applyMigrations } from '@orrery/store';
import { allComponents } from '../../apps/standalone/components';
import { GraphqlClient } from '../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer } from '../../libs/testing/kit/graphql-server';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  Topology,
  until,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { binding, deployment, policy } from '../../libs/testing/kit/stories/endless-story';
import { playPressure } from '../../libs/testing/kit/stories/pressure-story';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
/** Pressure, steps from event to event, waiting for conditions, a controller that is restarted. */
const PRESSURE = [
  '0.8 CONDITION grows runs',
  '30 CONDITION grows is evicted',
  '30 CONDITION under pressure',
  '31 EVENT a step',
  '35 EVENT a step',
  '100 CONDITION silent is tainted',
  '112 TIME a while',
  '142 TIME a while',
  '340 CONDITION pressure is over',
  // The restart at 112 lifted NoExecute at the pass of 115, and gave it again.
  '[{"taints":[]},{"taints":[]},{"taints":[{"key":"node.kubernetes.io/unreachable","effect":"NoSchedule","timeAdded":"2026-03-01T12:01:35Z"},{"key":"node.kubernetes.io/unreachable","effect":"NoExecute","timeAdded":"2026-03-01T12:01:55Z"}]}]',
];

async function openPlane(
  options: Pick<ControlPlaneOptions, 'databaseUrl' | 'queues' | 'isAlone' | 'shards' | 'components'>,
): Promise<ControlPlane> {
  const plane = await ControlPlane.open({
    ...options,
    plugins: builtInPlugins(),
    logger: createLogger('test', 'warn'),
    metrics: new Metrics(),
  });
  await plane.start();
  return plane;
}

async function createStage(plane: ControlPlane): Promise<ClusterRuntime> {
  const clock = { mode: ClockMode.Manual };
  return (await plane.createCluster({ name: 'story', seed: 's', clock, startMs: START_MS }))!;
}

it('tells a node failure at its instants in one process (spec nodes H2)', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const plane = await openPlane({
    databaseUrl: database.url,
    queues: { kind: 'postgres', url: database.url },
    isAlone: true,
    shards: SOLO_SHARDS,
    components: allComponents(SOLO_SHARDS),
  });
  const timeline = await playNodeFailure(await createStage(plane), START_MS);
  await plane.stop();
  await database.drop();
  expect(timeline).toEqual(NODE_FAILURE);
});

it('evicts, steps, waits and restarts at its instants in one process', async () => {
  const server = await startTestGraphqlServer();
  expect(await playPressure(server.url, 'pressed')).toEqual(PRESSURE);
  await server.close();
});

describeWithRedis('a manual clock over many processes', () => {
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
    plane = await openPlane({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: shardsOf({ clusterShards: 4, kubeletShards: 8 }),
      components: [],
    });
  });

  afterAll(async () => {
    await plane?.stop();
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  it('tells the same story at the same instants', async () => {
    expect(await playNodeFailure(await createStage(plane), START_MS)).toEqual(NODE_FAILURE);
  });

  it('evicts, steps, waits and restarts at the same instants', async () => {
    expect(await playPressure(topology.url, 'pressed')).toEqual(PRESSURE);
  });

  it('acts by settings changed through the API in every process, before the next step of the clock', async () => {
    const clock = { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' };
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'changed', clock, nodes: 6 }, 'cluster { name }');
    const cluster = new GraphqlClient(`${topology.url}/clusters/changed`);
    await cluster.mutate('addPods', { name: 'p', count: 12 }, 'errors { message }');
    await cluster.mutate('advanceClock', { by: '5s' }, 'events');
    const settings = { kubelet: { containerStop: '10s', imagePull: '30s' } };
    await root.mutate('updateCluster', { name: 'changed', settings }, 'cluster { settings }');
    await cluster.mutate('addPods', { name: 'q', count: 12, image: 'other' }, 'errors { message }');
    const running = async (): Promise<unknown> => {
      const pods = '{ pods(filter: { phases: [Running] }) { totalCount } }';
      return (await cluster.query<{ pods: { totalCount: number } }>(pods)).pods.totalCount;
    };
    await cluster.mutate('advanceClock', { by: '20s' }, 'events');
    expect(await running()).toBe(12);
    await cluster.mutate('advanceClock', { by: '20s' }, 'events');
    expect(await running()).toBe(24);
    await Promise.all([root.close(), cluster.close()]);
  });

  it('leaves components out in every process, and has them again, as settings say', async () => {
    const root = new GraphqlClient(topology.url);
    const leftOut = (names: readonly string[]): Promise<unknown> =>
      root.mutate('updateCluster', { name: 'without', settings: { leftOut: names } }, 'cluster { settings }');
    const settings = { leftOut: ['scheduler', 'deployment-controller', 'node-lifecycle-controller'] };
    const input = { name: 'without', clock: { mode: 'MANUAL' }, nodes: 6, settings };
    await root.mutate('createCluster', input, 'cluster { name }');
    const cluster = new GraphqlClient(`${topology.url}/clusters/without`);
    const found = (): Promise<unknown> =>
      cluster.query(
        '{ replicaSets { totalCount } pods { totalCount } running: pods(filter: { phases: [Running] }) { totalCount } }',
      );
    const counts = (replicaSets: number, pods: number, running: number): unknown => ({
      replicaSets: { totalCount: replicaSets },
      pods: { totalCount: pods },
      running: { totalCount: running },
    });
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
    const spec = { replicas: 6, selector: { matchLabels: labels }, template };
    const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
    await cluster.mutate('createObject', { object: web }, 'errors { message }');
    await cluster.mutate('addPods', { name: 'p', count: 3 }, 'errors { message }');
    await cluster.mutate('advanceClock', { by: '5m' }, 'events');
    expect(await found()).toEqual(counts(0, 3, 0));
    await leftOut(['scheduler']);
    await cluster.mutate('advanceClock', { by: '5m' }, 'events');
    expect(await found()).toEqual(counts(1, 9, 0));
    await leftOut([]);
    await cluster.mutate('advanceClock', { by: '5m' }, 'events');
    expect(await found()).toEqual(counts(1, 9, 9));
    await leftOut(['kubelet']);
    await cluster.mutate('addPods', { name: 'q', count: 3 }, 'errors { message }');
    await cluster.mutate('advanceClock', { by: '10s' }, 'events');
    expect(await found()).toEqual(counts(1, 12, 9));
    await Promise.all([root.close(), cluster.close()]);
  });

  it('refuses to go on from an instant that does not end, and goes on when it can', async () => {
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'endless', clock: { mode: 'MANUAL' }, nodes: 2 }, 'cluster { name }');
    const cluster = new GraphqlClient(`${topology.url}/clusters/endless`);
    const objects = [policy, binding];
    await cluster.mutate('createObject', { objects }, 'objects { id }');
    await cluster.mutate('advanceClock', { by: '1s' }, 'events');
    await cluster.mutate('createObject', { objects: [deployment] }, 'objects { id }');
    const advance = (): Promise<{ errors: { code: string }[] }> =>
      cluster.attempt('advanceClock', { by: '10s' }, 'events');
    expect((await advance()).errors.map(({ code }) => code)).toEqual(['LOOP_DETECTED']);
    await root.mutate('forkCluster', { cluster: 'endless', name: 'endless-fork' }, 'cluster { name }');
    const { apiVersion, kind, metadata } = binding;
    await cluster.mutate('deleteObject', { apiVersion, kind, name: metadata.name }, 'isGone');
    expect((await advance()).errors).toEqual([]);
    const pods = '{ pods(filter: { phases: [Running] }) { totalCount } }';
    expect(await cluster.query(pods)).toEqual({ pods: { totalCount: 3 } });
    for (const name of ['endless', 'endless-fork']) await root.mutate('deleteCluster', { name }, 'clientMutationId');
    await Promise.all([root.close(), cluster.close()]);
  });

  it('stands still after it ran, in every process, and is advanced from there', async () => {
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'paused', clock: { mode: 'REALTIME' }, nodes: 5 }, 'cluster { name }');
    const cluster = new GraphqlClient(`${topology.url}/clusters/paused`);
    const pods = '{ pods(filter: { phases: [Running] }) { totalCount } }';
    const running = async (): Promise<number> =>
      (await cluster.query<{ pods: { totalCount: number } }>(pods)).pods.totalCount;
    await cluster.mutate('addPods', { name: 'runs', count: 10 }, 'errors { message }');
    await until('pods run', async () => (await running()) === 10);
    await cluster.mutate('pauseClock', {}, 'clientMutationId');
    await cluster.mutate('addPods', { name: 'waits', count: 10 }, 'errors { message }');
    expect(await running()).toBe(10);
    await cluster.mutate('advanceClock', { by: '30s' }, 'events');
    expect(await running()).toBe(20);
    await Promise.all([root.close(), cluster.close()]);
  });

  it('goes on by itself while no client acts, and stays while one holds it', async () => {
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'auto', clock: { mode: 'AUTO' }, nodes: 6 }, 'cluster { name }');
    const cluster = new GraphqlClient(`${topology.url}/clusters/auto`);
    await cluster.mutate('holdClock', { name: 'thinking', for: '5m' }, 'name');
    const now = async (): Promise<string> =>
      (await cluster.query<{ clock: { now: string } }>('{ clock { now } }')).clock.now;
    const before = await now();
    await cluster.mutate('addPods', { name: 'p', count: 12 }, 'errors { message }');
    const pods = cluster.subscribe<{ type: string; object: { status: { phase: string } } | null }>(
      'subscription { podEvents { type object { status { phase } } } }',
    );
    const phases = (events: typeof pods.events): (string | undefined)[] =>
      events.map(({ object }) => object?.status.phase);
    expect(phases(await pods.until((events) => events.length >= 12))).not.toContain('Running');
    expect(await now()).toBe(before);
    await cluster.mutate('releaseClock', { name: 'thinking' }, 'name');
    await pods.until((events) => phases(events).includes('Running'));
    expect((await now()) > before).toBe(true);
    await Promise.all([root.close(), cluster.close()]);
  });

  it('forks and saves clusters in all processes, of now and of before, and takes them back', async () => {
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'origin', clock: { mode: 'MANUAL' }, nodes: 6 }, 'cluster { name }');
    const origin = new GraphqlClient(`${topology.url}/clusters/origin`);
    const fork = new GraphqlClient(`${topology.url}/clusters/fork`);
    const running = async (cluster: GraphqlClient): Promise<number> => {
      const pods = '{ pods(filter: { phases: [Running] }) { totalCount } }';
      return (await cluster.query<{ pods: { totalCount: number } }>(pods)).pods.totalCount;
    };
    await origin.mutate('addPods', { name: 'p', count: 6 }, 'errors { message }');
    await origin.mutate('advanceClock', { by: '1m' }, 'events');
    await root.mutate('forkCluster', { cluster: 'origin', name: 'fork' }, 'cluster { name }');
    for (const [cluster, count] of [
      [origin, 3],
      [fork, 4],
    ] as const) {
      await cluster.mutate('addPods', { name: 'more', count }, 'errors { message }');
      await cluster.mutate('advanceClock', { by: '1m' }, 'events');
    }
    expect([await running(origin), await running(fork)]).toEqual([9, 10]);
    const saved = await root.mutate<{ snapshot: { components: string[] } }>(
      'saveSnapshot',
      { cluster: 'origin', name: 'origin' },
      'snapshot { components }',
    );
    // The clock stands still: what components of all processes know is in it.
    const components = ['controller-manager', 'kubelet', 'node-lifecycle-controller', 'router', 'scheduler'];
    expect(saved.snapshot.components).toEqual(components);
    await root.mutate('restoreSnapshot', { snapshot: 'origin', name: 'restored' }, 'cluster { name }');
    const restored = new GraphqlClient(`${topology.url}/clusters/restored`);
    await restored.mutate('addPods', { name: 'restored', count: 2 }, 'errors { message }');
    await restored.mutate('advanceClock', { by: '1m' }, 'events');
    expect(await running(restored)).toBe(11);
    await restored.close();
    await root.mutate('forkCluster', { cluster: 'origin', name: 'former', at: '-30s' }, 'cluster { name }');
    const former = new GraphqlClient(`${topology.url}/clusters/former`);
    await former.mutate('advanceClock', { by: '1m' }, 'events');
    expect(await running(former)).toBe(9);
    await former.close();
    await root.mutate('rewindCluster', { name: 'origin', to: '-30s' }, 'cluster { name }');
    await origin.mutate('addPods', { name: 'again', count: 5 }, 'errors { message }');
    await origin.mutate('advanceClock', { by: '1m' }, 'events');
    expect(await running(origin)).toBe(14);
    await Promise.all([root.close(), origin.close(), fork.close()]);
  });

  it('has the next event of a fork and of a restored cluster at the instant of the origin', async () => {
    const root = new GraphqlClient(topology.url);
    const names = ['rests', 'rests-forked', 'rests-restored'];
    await root.mutate('createCluster', { name: 'rests', clock: { mode: 'MANUAL' }, nodes: 2 }, 'cluster { name }');
    const clients = names.map((name) => new GraphqlClient(`${topology.url}/clusters/${name}`));
    await clients[0]!.mutate('advanceClock', { by: '2m' }, 'events');
    await root.mutate('forkCluster', { cluster: names[0], name: names[1] }, 'cluster { name }');
    await root.mutate('saveSnapshot', { cluster: names[0], name: names[0] }, 'snapshot { name }');
    await root.mutate('restoreSnapshot', { snapshot: names[0], name: names[2] }, 'cluster { name }');
    const events = (client: GraphqlClient): Promise<unknown> =>
      client.mutate('advanceClock', { toNextEvent: true }, 'clock { now }');
    for (let event = 0; event < 6; event++) {
      const [origin, ...others] = await Promise.all(clients.map(events));
      expect(others).toEqual([origin, origin]);
    }
    for (const name of names) await root.mutate('deleteCluster', { name }, 'clientMutationId');
    await Promise.all([root, ...clients].map((client) => client.close()));
  });

  it('takes over the state of another cluster, and every process goes on from there', async () => {
    const root = new GraphqlClient(topology.url);
    const paused = { clock: { mode: 'MANUAL' } };
    await root.mutate('createCluster', { name: 'source', ...paused, nodes: 6 }, 'cluster { name }');
    await root.mutate('createCluster', { name: 'taking', ...paused, nodes: 0 }, 'cluster { name }');
    const source = new GraphqlClient(`${topology.url}/clusters/source`);
    const taking = new GraphqlClient(`${topology.url}/clusters/taking`);
    await source.mutate('addPods', { name: 'p', count: 8 }, 'errors { message }');
    await source.mutate('advanceClock', { by: '1m' }, 'events');
    const { pods, nodes } = await source.query<Record<'pods' | 'nodes', { nodes: { json: object }[] }>>(
      '{ pods(first: 100) { nodes { json } } nodes(first: 100) { nodes { json } } }',
    );
    const objects = [...nodes.nodes, ...pods.nodes].map(({ json }) => json);
    await taking.mutate('importState', { objects }, 'leftOut { text } errors { message }');
    await taking.mutate('addPods', { name: 'q', count: 4 }, 'errors { message }');
    await taking.mutate('advanceClock', { by: '1m' }, 'events');
    const running = '{ pods(filter: { phases: [Running] }) { totalCount } nodes { totalCount } }';
    expect(await taking.query(running)).toEqual({ pods: { totalCount: 12 }, nodes: { totalCount: 6 } });
    await Promise.all([root.close(), source.close(), taking.close()]);
  });

  it('takes a cluster back again and again, and every process goes on from there', async () => {
    const root = new GraphqlClient(topology.url);
    await root.mutate('createCluster', { name: 'back', clock: { mode: 'MANUAL' }, nodes: 6 }, 'cluster { name }');
    const back = new GraphqlClient(`${topology.url}/clusters/back`);
    for (let round = 0; round < 5; round++) {
      await back.mutate('advanceClock', { by: '2m' }, 'events');
      await root.mutate('rewindCluster', { name: 'back', to: '-30s' }, 'cluster { name }');
      await back.mutate('addPods', { name: `p-${round}`, count: 1 }, 'errors { message }');
      await back.mutate('advanceClock', { by: '1m' }, 'events');
    }
    const pods = '{ pods(filter: { phases: [Running] }) { totalCount } }';
    expect(await back.query(pods)).toEqual({ pods: { totalCount: 5 } });
    await Promise.all([root.close(), back.close()]);
  });

  it('settles only when kubelets run again that a process has given back', async () => {
    const clock = { mode: ClockMode.Manual };
    const runtime = (await plane.createCluster({ name: 'given-back', seed: 's', clock, startMs: START_MS }))!;
    const names = Array.from({ length: 24 }, (_, i) => `n-${i}`);
    await addNodes(
      runtime,
      names.map((name) => ({ name, zone: 'a' })),
    );
    // Between two renewals: those of this instant are of kubelets that begin.
    await runtime.advance({ untilMs: START_MS + 103_000 });
    const begun = async (): Promise<string[]> => {
      await runtime.settle();
      const renewals = await runtime.records.heartbeats.read();
      return names.filter((name) => renewals.get(name) === runtime.clock.now());
    };
    expect(await begun()).toEqual([]);
    const kubelet = topology.process('kubelet-2');
    expect(await kubelet.terminate()).toBe(0);
    const atOnce = await begun();
    expect(atOnce.length).toBeGreaterThan(0);
    expect(atOnce.length).toBeLessThan(names.length);
    kubelet.start();
    await kubelet.ready();
    // What others give back to the process that is there again is taken up as well, and nothing else that ended with it.
    expect(await begun()).toEqual(expect.arrayContaining(atOnce));
  });

  it('loses no instant while processes come and go', async () => {
    const clock = { mode: ClockMode.Manual };
    const runtime = (await plane.createCluster({ name: 'restless', seed: 's', clock, startMs: START_MS }))!;
    const playing = playNodeFailure(runtime, START_MS);
    const isOver = playing.then(
      () => true,
      () => true,
    );
    // A kubelet that takes over a node begins again with the pods that were being started.
    const pod = { resource: 'pods', namespace: 'default', name: 'p' };
    await until('the pod runs', () => (runtime.cache.get(pod)?.status as PodStatus | undefined)?.phase === 'Running');
    // Not the node lifecycle controller: when it restarts, timers restart (spec nodes H17).
    for (const label of ['kubelet-1', 'scheduler-2', 'kubelet-3', 'controller-manager']) {
      const process = topology.process(label);
      expect(await process.terminate()).toBe(0);
      process.start();
      await process.ready();
    }
    await isOver;
    expect(await playing).toEqual(NODE_FAILURE);
  });
});
