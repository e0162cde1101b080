import pg from 'pg';
import type { ClusterRuntime } from '@orrery/control-plane';
import { randomFor, type Random } from '@orrery/time';
import type { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { COMPONENTS, firstDifference, logOf } from './logs';
import { deployment } from './story';
import { LIVES, URGENT, WAITING } from './story-objects';

/*
 * Whatever happens to a cluster: when all its components are replaced at once by others that know what they knew, and when another
 * cluster goes on that was forked from it or restored from a snapshot, the log is the same, byte by byte, as if that had not been, and every event comes at its instant. `npm run test:histories` tries more histories; each is named by its number.
 */

const HISTORIES = Number(process.env['ORRERY_HISTORIES'] ?? 3);
const FIRST = Number(process.env['ORRERY_FIRST_HISTORY'] ?? 1);
const STEPS = 14;
const NAME = 'history';
const FORK = 'fork-of-history';
const SAVED = 'saved-history';
const RESTORED = 'restored-history';
let server: TestGraphqlServer;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  pool = new pg.Pool({ connectionString: server.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

interface World {
  readonly cluster: GraphqlClient;
  readonly runtime: ClusterRuntime;
  readonly random: Random;
}

const FAULTS = [
  'POWER_OFF',
  'HEARTBEATS_STOPPED',
  'PARTITION',
  'SHUTDOWN',
  'RUNTIME_DOWN',
  'NETWORK_NOT_READY',
  'LEASE_FROZEN',
] as const;
const APPS = ['web', 'api', 'batch'] as const;

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** The name of an object that there is. */
function anyOf({ runtime, random }: World, resource: string): string {
  const names = runtime.cache.list(resource).map(({ metadata }) => metadata.name);
  return names.length === 0 ? 'none' : oneOf(random, names.sort());
}

/** Possible actions of a history; an impossible one is refused, and leaves no trace. */
const HAPPENINGS: readonly ((world: World) => Promise<unknown>)[] = [
  ({ cluster, random }) => {
    const more = { terminationGracePeriodSeconds: random.below(40) };
    return create(cluster, [deployment(oneOf(random, APPS), 1 + random.below(12), more)]);
  },
  ({ cluster, random }) => create(cluster, [oneOf(random, [...LIVES, ...WAITING, ...URGENT])]),
  ({ cluster, random }) => create(cluster, [...LIVES, ...WAITING].slice(random.below(8))),
  ({ cluster, random }) =>
    cluster.mutate(
      'scale',
      { kind: 'Deployment', name: oneOf(random, APPS), replicas: random.below(15) },
      'object { id }',
    ),
  (world) => {
    const { cluster, random } = world;
    const input = { kind: oneOf(random, FAULTS), nodes: [anyOf(world, 'nodes')] };
    return cluster.mutate(
      'injectFault',
      random.below(2) ? { ...input, for: `${10 + random.below(200)}s` } : input,
      'nodes',
    );
  },
  (world) => {
    const input = { kind: 'API_LATENCY', latency: '7s', nodes: [anyOf(world, 'nodes')] };
    return world.cluster.mutate('injectFault', input, 'nodes');
  },
  (world) => world.cluster.mutate('clearFaults', { nodes: [anyOf(world, 'nodes')] }, 'nodes'),
  (world) => {
    const input = { name: anyOf(world, 'nodes'), key: 'example.com/busy', effect: 'NO_EXECUTE' };
    return world.cluster.mutate('addTaint', input, 'node { name }');
  },
  (world) => world.cluster.mutate('cordonNode', { name: anyOf(world, 'nodes') }, 'node { name }'),
  (world) => world.cluster.mutate('removeNode', { name: anyOf(world, 'nodes') }, 'clientMutationId'),
  (world) => {
    const input = { apiVersion: 'v1', kind: 'Pod', name: anyOf(world, 'pods') };
    return world.cluster.mutate('deleteObject', input, 'isGone');
  },
  ({ cluster, random }) => {
    const input = { apiVersion: 'apps/v1', kind: 'Deployment', name: oneOf(random, APPS) };
    return cluster.mutate('deleteObject', input, 'isGone');
  },
];

function create(cluster: GraphqlClient, objects: readonly object[]): Promise<unknown> {
  return cluster.mutate('createObject', { objects }, 'objects { id }');
}

/** Disturbances that a cluster does not notice, each with the step that it follows. */
interface Disturbance {
  /** All components are replaced. */
  readonly replaced: number;
  /** Another cluster continues, forked from it. */
  readonly forked: number;
  /** Another cluster continues, restored from a snapshot of it; its log begins there. */
  readonly restored?: number;
}

/** Plays a history. */
async function logOfHistory(number: number, disturbance?: Disturbance): Promise<readonly string[]> {
  await server.client.mutate(
    'createCluster',
    { name: NAME, nodes: 7, zones: 3, seed: `${number}`, clock: { mode: 'MANUAL' } },
    'cluster { name }',
  );
  let world = await worldOf(NAME, randomFor('history', number));
  const trace: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const refused = await oneOf(
      world.random,
      HAPPENINGS,
    )(world).then(
      () => false,
      () => true,
    );
    const { runtime, random } = world;
    if (!refused) trace.push(...(await proceed(world)));
    await runtime.settle();
    const name = runtime.id;
    if (disturbance?.replaced === step)
      for (const component of COMPONENTS) await server.plane.restarts.replaceComponent(name, component);
    if (disturbance?.forked === step) {
      await server.plane.fork(runtime, FORK);
      world = await worldOf(FORK, random);
    }
    if (disturbance?.restored === step) {
      await server.client.mutate('saveSnapshot', { cluster: name, name: SAVED, history: true }, 'snapshot { name }');
      await server.client.mutate('restoreSnapshot', { snapshot: SAVED, name: RESTORED }, 'cluster { name }');
      await server.client.mutate('deleteSnapshot', { name: SAVED }, 'clientMutationId');
      world = await worldOf(RESTORED, random);
    }
  }
  const { cluster, runtime } = world;
  for (let step = 0; step < 4; step++) trace.push(await advanced(cluster, { toNextEvent: true }));
  trace.push(await advanced(cluster, { by: '6m' }));
  const log = [...trace, ...(await logOf(pool, runtime.id))];
  for (const name of [NAME, FORK, RESTORED]) await server.client.attempt('deleteCluster', { name });
  return log;
}

/**
 * Advances time, in one of the ways of clients; returns for each advance the clock's answer with the time of the next
 * event.
 */
async function proceed({ cluster, random }: World): Promise<string[]> {
  const by = `${1 + random.below(75)}s`;
  const way = random.below(4);
  if (way === 0) return [await advanced(cluster, { by, maxEvents: 1 + random.below(6) })];
  if (way > 1) return [await advanced(cluster, { by })];
  const lines: string[] = [];
  for (let events = 1 + random.below(6); events > 0; events--) {
    lines.push(await advanced(cluster, { by, toNextEvent: true }));
  }
  return lines;
}

async function advanced(cluster: GraphqlClient, input: Record<string, unknown>): Promise<string> {
  return JSON.stringify(await cluster.mutate('advanceClock', input, 'events endedBy clock { now nextEventAt }'));
}

async function worldOf(name: string, random: Random): Promise<World> {
  return { cluster: server.as('', name), runtime: (await server.plane.cluster(name))!, random };
}

it.each(Array.from({ length: HISTORIES }, (_, i) => FIRST + i))(
  'history %i goes on as it would have',
  async (number) => {
    const undisturbed = await logOfHistory(number);
    expect(undisturbed.length).toBeGreaterThan(100);
    const chance = randomFor('replaced', number);
    const disturbance = { replaced: chance.below(STEPS), forked: chance.below(STEPS), restored: chance.below(STEPS) };
    expect(firstDifference(await logOfHistory(number, disturbance), undisturbed)).toBeUndefined();
  },
);
