import pg from 'pg';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { COMPONENTS, firstDifference, logOf } from './logs';
import { story } from './story';

/*
 * A component that is created with the state of another one continues as that one would have: the log is the same, byte by byte,
 * as if none had been replaced.
 */

const NAME = 'handed-over';
let server: TestGraphqlServer;
let pool: pg.Pool;
let undisturbed: readonly string[];

beforeAll(async () => {
  server = await startTestGraphqlServer();
  pool = new pg.Pool({ connectionString: server.databaseUrl });
  undisturbed = await logOfStory();
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

/** Plays the story; after each step, components of a kind are replaced by others with their state. */
async function logOfStory(component?: string): Promise<readonly string[]> {
  await server.client.mutate(
    'createCluster',
    { name: NAME, nodes: 9, zones: 3, seed: 's', clock: { mode: 'MANUAL' } },
    'cluster { name }',
  );
  const runtime = (await server.plane.cluster(NAME))!;
  for (const step of story(server.as('', NAME))) {
    await step();
    await runtime.settle();
    if (component === undefined) continue;
    const timers = runtime.clock.pending();
    await server.plane.restarts.replaceComponent(NAME, component);
    await runtime.settle();
    expect(runtime.clock.pending()).toEqual(timers);
  }
  const log = await logOf(pool, NAME);
  await server.client.mutate('deleteCluster', { name: NAME }, 'clientMutationId');
  return log;
}

it.each(COMPONENTS)('%s goes on as the former one would have', async (component) => {
  expect(firstDifference(await logOfStory(component), undisturbed)).toBeUndefined();
});
