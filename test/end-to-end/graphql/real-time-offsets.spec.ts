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

/** Shifts the real time of this process by an offset from now on. */
function shiftRealTime(offsetMs: number): void {
  const now = (): number => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args) as Date,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  });
}

/** The log that the scenario leaves, a line for each change. */
async function play(yaml: string, offsetMs: number): Promise<readonly string[]> {
  shiftRealTime(offsetMs);
  const { clock: _paused, startAt = '2025-01-01T00:00:00Z', ...cluster } = clusterOfScenario(yaml, 'scenario');
  const name = 'offsets';
  await server.client.mutate(
    'createCluster',
    { name, clock: { mode: 'MANUAL', startAt }, ...cluster },
    'cluster { name }',
  );
  const { report } = await server
    .as('', name)
    .mutate<{ report: { passed: boolean } }>('runScenario', { yaml }, 'report { passed steps { name message } }');
  expect(report).toMatchObject({ passed: true });
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', revision, operation, resource, namespace, name, body) as line
      from cluster_change where cluster = $1 order by revision`,
    [name],
  );
  await server.client.mutate('deleteCluster', { name }, 'clientMutationId');
  return rows.map(({ line }) => line);
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
