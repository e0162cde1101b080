import pg from 'pg';
import { ClusterRuntime } from '@orrery/control-plane';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { firstDifference, logOf } from './logs';
import { story } from './story';

/*
 * A fork continues exactly as its origin: asked for the same at the same instants, both write the same log, byte by byte.
 */

const NAME = 'forked';
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

async function created(name: string): Promise<void> {
  const clock = { mode: 'MANUAL' };
  await server.client.mutate('createCluster', { name, nodes: 9, zones: 3, seed: 's', clock }, 'cluster { name }');
}

async function forked(origin: string, name: string): Promise<void> {
  expect(await server.plane.fork((await server.plane.cluster(origin))!, name)).toBeInstanceOf(ClusterRuntime);
}

/** Returns the due times of a cluster's timers, in ms, and their phases. */
async function timersOf(name: string): Promise<readonly string[]> {
  const runtime = (await server.plane.cluster(name))!;
  await runtime.settle();
  return runtime.clock.pending().map(({ atMs, phase }) => `${atMs} ${phase}`);
}

async function removed(...names: readonly string[]): Promise<void> {
  for (const name of names) await server.client.mutate('deleteCluster', { name }, 'clientMutationId');
}

/** The log of the story without any fork. */
async function undisturbed(): Promise<readonly string[]> {
  await created(NAME);
  for (const play of story(server.as('', NAME))) await play();
  const log = await logOf(pool, NAME);
  await removed(NAME);
  return log;
}

test('a fork of a fork of a fork, one after each step, has the log of a cluster that was never forked', async () => {
  const expected = await undisturbed();
  await created(NAME);
  let name = NAME;
  for (const [step] of story(server.as('', NAME)).entries()) {
    await story(server.as('', name))[step]!();
    const fork = `fork-${step + 1}`;
    await forked(name, fork);
    expect({ step, timers: await timersOf(fork) }).toEqual({ step, timers: await timersOf(name) });
    // What is shared outlives its origin.
    await removed(name);
    name = fork;
  }
  expect(firstDifference(await logOf(pool, name), expected)).toBeUndefined();
  await removed(name);
});

test('two clusters that go on beside each other write the same', async () => {
  await created(NAME);
  const steps = story(server.as('', NAME));
  const half = steps.length >> 1;
  for (const play of steps.slice(0, half)) await play();
  await forked(NAME, 'beside');
  const others = story(server.as('', 'beside'));
  for (let step = half; step < steps.length; step++) await Promise.all([steps[step]!(), others[step]!()]);
  expect(firstDifference(await logOf(pool, 'beside'), await logOf(pool, NAME))).toBeUndefined();
  await removed(NAME, 'beside');
});
