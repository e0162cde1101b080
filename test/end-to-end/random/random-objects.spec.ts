import pino from 'pino';
import type { ReleaseName } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { RawClient, type RawReply } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { RandomWrites, type RandomWrite } from './random-writes';

/** Writes to each cluster in a usual run; `ORRERY_RANDOM_WRITES` asks for another number. */
const WRITES = Number(process.env['ORRERY_RANDOM_WRITES'] ?? 250);
const SEED = process.env['ORRERY_RANDOM_SEED'] ?? '1';
/** Number of writes after which cluster time advances, so that all components see them. */
const EVERY = 10;

let server: TestGraphqlServer;
/** The errors that components log. */
const logged: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  server = await startTestGraphqlServer({ logger });
});
afterAll(() => server.close());

/** The answer of a mutation that may be refused. */
interface Refusals {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

/** Returns the problem with an answer; undefined if there is none. */
function complaint({ method, path, body }: RandomWrite, { code, bytes }: RawReply): string | undefined {
  return code < 500
    ? undefined
    : `${code} ${bytes.toString().slice(0, 300)}\n${method} ${path} ${JSON.stringify(body)}`;
}

/** Returns the clusters' answers that are faults, and how many writes were taken. */
async function writeAll(
  cluster: TestGraphqlCluster,
  release: ReleaseName,
): Promise<{ found: string[]; taken: number }> {
  const client = new RawClient(cluster.url);
  const writes = new RandomWrites(release);
  const found: string[] = [];
  let taken = 0;
  for (let at = 0; at < WRITES; at++) {
    const random = randomFor('random objects', SEED, release, at);
    const next = await writes.next(random, async (path) => {
      const { code, json } = await client.send(path);
      if (code >= 500) found.push(`GET ${path}: ${code}`);
      return code === 200 ? (json as Record<string, unknown>) : undefined;
    });
    const { method, path, type, body } = next;
    const reply = await client.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': type } });
    if (reply.code < 300) taken++;
    const wrong = complaint(next, reply);
    if (wrong !== undefined) found.push(`${at}: ${wrong}`);
    if (at % EVERY === EVERY - 1) {
      const { errors } = await cluster.attempt<Refusals>('advanceClock', { by: '5s' }, 'events');
      // Objects may well go round, such as roles that are made of each other.
      found.push(...errors.filter(({ code }) => code !== 'LOOP_DETECTED').map(({ message }) => `${at}: ${message}`));
    }
    for (const line of logged.splice(0)) found.push(`${at}: logged ${line.slice(0, 1500)}`);
  }
  return { found, taken };
}

test.each<ReleaseName>(['modern', 'k8s-1.20', 'okd-legacy'])(
  `${WRITES} random writes to %s are answered, and no component fails on what is stored`,
  async (release) => {
    const cluster = await server.cluster({ nodes: 3, settings: { bundle: release } });
    const { found, taken } = await writeAll(cluster, release);
    expect(found).toEqual([]);
    expect(taken).toBeGreaterThan(WRITES / 10);
  },
  3_600_000,
);
