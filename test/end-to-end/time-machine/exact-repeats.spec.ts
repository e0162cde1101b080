import pg from 'pg';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { story } from './story';

/*
 * The same inputs leave the same log, byte by byte, however long the database takes for each of its answers. The delays of the
 * tests are a function of chance on purpose: a wait that the rounds do not know of shows itself in most runs.
 */

const NAME = 'repeated';
const MAX_DELAY_MS = 4;
const query = pg.Client.prototype.query;
let server: TestGraphqlServer;
let pool: pg.Pool;
/** Number of statements that were delayed. */
let delayed = 0;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  pool = new pg.Pool({ connectionString: server.databaseUrl });
});
afterEach(() => {
  pg.Client.prototype.query = query;
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

/** Delays each statement from now on by a little, for a different time each. */
function delayDatabase(): void {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const send = (): unknown => Reflect.apply(query, this, args);
    const delayMs = Math.random() * MAX_DELAY_MS;
    delayed++;
    // With a callback, or with a query object of its own, nothing is awaited.
    if (typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown }).submit === 'function') {
      setTimeout(send, delayMs);
      return args[0];
    }
    return new Promise((resolve) => setTimeout(resolve, delayMs)).then(send);
  } as typeof query;
}

/** Plays the story in a new cluster of the same name. Answers its log, a line for each change. */
async function logOfStory(seed: string): Promise<readonly string[]> {
  await server.client.mutate(
    'createCluster',
    { name: NAME, nodes: 9, zones: 3, seed, clock: { mode: 'MANUAL' } },
    'cluster { name }',
  );
  const cluster = server.as('', NAME);
  for (const step of story(cluster)) await step();
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', revision, operation, resource, namespace, name, body) as line
      from cluster_change where cluster = $1 order by revision`,
    [NAME],
  );
  await server.client.mutate('deleteCluster', { name: NAME }, 'clientMutationId');
  return rows.map(({ line }) => line);
}

it('leaves the same log for the same inputs, whatever the database takes its time for', async () => {
  const first = await logOfStory('s');
  expect(first.length).toBeGreaterThan(500);
  delayDatabase();
  expect(await logOfStory('s')).toEqual(first);
  expect(delayed).toBeGreaterThan(first.length / 5);
  pg.Client.prototype.query = query;
  expect(await logOfStory('another')).not.toEqual(first);
});
