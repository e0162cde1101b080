import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { clusterOfScenario } from '../../../apps/cli/scenario/scenario-cluster';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

/** `npm run test:offsets` takes twenty, a run of everything two. */
const OFFSETS = process.env['ORRERY_OFFSETS'] === 'all' ? 20 : 2;
/** Twenty steps of it reach over a minute, each at another part of a second. */
const OFFSET_STEP_MS = 3137;
const ROOT = join(__dirname, '../../..');
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

let server: TestGraphqlServer;
let pool: Pool;
const RealDate = Date;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  pool = new Pool({ connectionString: server.databaseUrl });
});
afterAll(async () => {
  globalThis.Date = RealDate;
  await pool.end();
  await server.close();
});

/** From now on this process takes it to be so much later than it is. */
function shiftRealTime(offsetMs: number): void {
  const now = (): number => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args) as Date,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}

interface Change {
  readonly operation: number;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly body: string;
}

/**
 * The history of each object, byte by byte, but for what does not follow from seed and inputs: certificates, whose keys are
 * random on purpose; and the order in which the writes of different components at one instant reach the database, which
 * revisions, uids (and container ids, which are made of them) and the numbers in the names of events follow.
 */
function historiesOf(changes: readonly Change[]): readonly string[] {
  const owners = new Map<string, string>();
  for (const { resource, namespace, name, body } of changes) {
    const { uid } = (JSON.parse(body) as { metadata: { uid?: string } }).metadata;
    if (uid !== undefined && resource !== 'events') owners.set(uid, `${resource}/${namespace}/${name}`);
  }
  const histories = new Map<string, string>();
  for (const { operation, resource, namespace, name, body } of changes) {
    const key = `${resource}/${namespace}/${name}`;
    const text = body
      .replace(UID, (uid) => owners.get(uid) ?? 'UID')
      .replace(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/g, 'CERTIFICATE')
      .replace(/LS0tLS1CRUdJTi[A-Za-z0-9+/=]*/g, 'CERTIFICATE')
      .replace(/"sim:\/\/[0-9a-f]{64}"/g, 'CONTAINER')
      .replace(/"resourceVersion":"\d+"/g, 'REVISION');
    histories.set(key, `${histories.get(key) ?? key}\n${operation} ${text}`);
  }
  const numberOfEvent = /^(events\/[^/\n]*\/.*)\.[0-9a-f]{16}\n/;
  return [...histories]
    .map(([key, history]) => {
      const [, event] = numberOfEvent.exec(history) ?? [];
      if (event === undefined) return history;
      const name = key.split('/').at(-1)!;
      return history.replaceAll(name, event.split('/').at(-1)!);
    })
    .sort();
}

async function play(yaml: string, offsetMs: number): Promise<readonly string[]> {
  shiftRealTime(offsetMs);
  const { clock: _paused, startAt = '2025-01-01T00:00:00Z', ...cluster } = clusterOfScenario(yaml, 'scenario');
  const name = 'offsets';
  await server.client.mutate(
    'createCluster',
    { name, clock: { mode: 'PAUSED', startAt }, ...cluster },
    'cluster { name }',
  );
  const { report } = await server
    .as('', name)
    .mutate<{ report: { passed: boolean } }>('runScenario', { yaml }, 'report { passed steps { name message } }');
  expect(report).toMatchObject({ passed: true });
  const text = 'select operation, resource, namespace, name, body from change where cluster = $1 order by revision';
  const { rows } = await pool.query<Change>(text, [name]);
  await server.client.mutate('deleteCluster', { name }, 'clientMutationId');
  return historiesOf(rows);
}

/** The scenarios that guides and examples show. */
function scenarios(): [string, string][] {
  const inFolder = (folder: string): [string, string][] =>
    readdirSync(join(ROOT, folder)).map((name) => [name, readFileSync(join(ROOT, folder, name), 'utf8')]);
  const guides = inFolder('docs/guides').flatMap(([name, page]): [string, string][] =>
    [...page.matchAll(/```yaml\n([^`]*kind: Scenario[^`]*)```/g)].map(([, yaml]) => [name, yaml!]),
  );
  return [...guides, ...inFolder('examples/scenarios')];
}

test.each(scenarios())('the scenario of %s leaves the same log at whatever second it is run', async (_name, yaml) => {
  const first = await play(yaml, 0);
  expect(first.length).toBeGreaterThan(100);
  for (let i = 1; i < OFFSETS; i++) expect(await play(yaml, i * OFFSET_STEP_MS)).toEqual(first);
});
