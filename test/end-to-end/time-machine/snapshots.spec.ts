import pg from 'pg';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { firstDifference, logOf } from './logs';
import { story } from './story';

/*
 * A snapshot holds everything from which a cluster goes on: restored, here or elsewhere, it writes the same log, byte by byte.
 */

const NAME = 'kept';
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
  const clock = { mode: 'PAUSED' };
  await server.client.mutate('createCluster', { name, nodes: 9, zones: 3, seed: 's', clock }, 'cluster { name }');
}

async function saved(cluster: string, name: string, history = false): Promise<void> {
  await server.plane.snapshots.save((await server.plane.cluster(cluster))!, { name, history });
}

async function removed(...names: readonly string[]): Promise<void> {
  for (const name of names) await server.client.mutate('deleteCluster', { name }, 'clientMutationId');
}

/** The log of the story of a cluster that nobody has touched otherwise. */
async function undisturbed(): Promise<readonly string[]> {
  await created(NAME);
  for (const play of story(server.as('', NAME))) await play();
  const log = await logOf(pool, NAME);
  await removed(NAME);
  return log;
}

test('a cluster that is taken to a file and back after each step has the log of one that never was', async () => {
  const expected = await undisturbed();
  await created(NAME);
  let name = NAME;
  for (const [step] of story(server.as('', NAME)).entries()) {
    await story(server.as('', name))[step]!();
    await saved(name, `step-${step}`, true);
    await removed(name);
    name = `restored-${step}`;
    await server.plane.snapshots.restore(`step-${step}`, name);
  }
  expect(firstDifference(await logOf(pool, name), expected)).toBeUndefined();
  await removed(name);
});
