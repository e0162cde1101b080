import { randomFor } from '@orrery/time';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { RandomOperations, type RandomOperation } from './random-operations';

/** Operations in a usual run; `ORRERY_GRAPHQL_OPERATIONS` asks for another number. */
const OPERATIONS = Number(process.env['ORRERY_GRAPHQL_OPERATIONS'] ?? 300);
const SEED = process.env['ORRERY_GRAPHQL_SEED'] ?? '1';
const FIRST = Number(process.env['ORRERY_GRAPHQL_FIRST'] ?? 0);
/** An operation that takes longer keeps others waiting. */
const PATIENCE_MS = 30_000;
const CODES_OF_FAULTS = ['INTERNAL_SERVER_ERROR', undefined];

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

/** Makes the cluster that the operations are about, where one before has deleted it. */
async function ensureCluster(): Promise<void> {
  if (server.plane.knownClusters().includes('default')) return;
  const input = { name: 'default', seed: 'test', nodes: 2, clock: { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' } };
  await server.client.mutate('createCluster', input, 'cluster { name }');
}

/** Returns the problem with the answer of an operation; undefined if there is none. */
async function complaint(operation: RandomOperation): Promise<string | undefined> {
  const response = await fetch(`${server.url}/clusters/default/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operation),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  if (response.status >= 500) return `${response.status} ${text.slice(0, 400)}`;
  const { errors = [] } = JSON.parse(text) as { errors?: { message: string; extensions?: { code?: string } }[] };
  const faults = errors.filter(({ extensions }) => CODES_OF_FAULTS.includes(extensions?.code));
  return faults.length > 0 ? JSON.stringify(faults[0]) : undefined;
}

test(`${OPERATIONS} random operations are answered, none with a fault of the server`, async () => {
  const complaints: string[] = [];
  for (let at = FIRST; at < FIRST + OPERATIONS; at++) {
    await ensureCluster();
    const operation = RandomOperations.next(server.api.schema, randomFor('random operations', SEED, at));
    const found = await complaint(operation).catch((error: unknown) => String(error));
    if (found !== undefined) complaints.push(`${at}: ${found}\n${JSON.stringify(operation)}`);
  }
  expect(complaints).toEqual([]);
}, 3_600_000);
