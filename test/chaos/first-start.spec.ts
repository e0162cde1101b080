import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations } from '@orrery/store';
import { ComponentProcess, createDatabase, KubernetesClient, until, type FreshDatabase } from '@orrery/test-services';
import { PROJECT } from '@orrery/test-services';

/** Held by the test; the process that writes next waits for it. */
const GATE = 4711;

let database: FreshDatabase;
let gate: Client;
let server: ComponentProcess;

beforeAll(() => {
  execFileSync(process.execPath, [join(PROJECT, 'tools/build.mjs'), '--if-stale'], { stdio: 'inherit' });
});

beforeEach(async () => {
  database = await createDatabase();
  await applyMigrations(database.url);
  gate = new Client({ connectionString: database.url });
  await gate.connect();
  server = new ComponentProcess('api-server', 'dist/apps/api-server/main.js', {
    ORRERY_DATABASE_URL: database.url,
    ORRERY_HEALTH_PORT: '0',
    ORRERY_PORT: '0',
    ORRERY_NODES: '5',
  });
});

afterEach(async () => {
  await server.kill();
  await gate.end();
  await database.drop();
});

/** The first object of the resource cannot be written before the gate is opened. */
async function shutBefore(resource: string): Promise<void> {
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  await gate.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END';
    CREATE TRIGGER gate BEFORE INSERT ON object FOR EACH ROW
      WHEN (NEW.resource = '${resource}') EXECUTE FUNCTION wait_at_gate()`);
}

const WAITING = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`;

async function isAnybodyWaiting(): Promise<boolean> {
  return (await gate.query(`SELECT pid ${WAITING}`)).rows.length > 0;
}

/** Kills the server while it waits at the gate. What it was writing is not written. */
async function killAtGate(): Promise<void> {
  await until('the server comes to the gate', isAnybodyWaiting);
  await server.kill();
  await gate.query(`SELECT pg_terminate_backend(pid) ${WAITING}`);
  await until('its write has been given up', async () => !(await isAnybodyWaiting()));
  await gate.query('DROP TRIGGER gate ON object');
  await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
}

async function startedNodes(): Promise<string[]> {
  server.start();
  await server.ready();
  return namesOf('/api/v1/nodes');
}

async function namesOf(path: string): Promise<string[]> {
  const items = await new KubernetesClient(() => server.url!).list(path);
  return items.map(({ metadata }) => metadata.name).sort();
}

it.each([['namespaces'], ['nodes']])('killed before its first %s, it has all at the next start', async (resource) => {
  await shutBefore(resource);
  server.start();
  await killAtGate();
  expect(await startedNodes()).toEqual(['node-1', 'node-2', 'node-3', 'node-4', 'node-5']);
  expect(await namesOf('/api/v1/namespaces')).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
});

it('does not make nodes again that were deleted', async () => {
  expect(await startedNodes()).toHaveLength(5);
  expect((await fetch(`${server.url}/api/v1/nodes`, { method: 'DELETE' })).status).toBe(200);
  expect(await namesOf('/api/v1/nodes')).toEqual([]);
  await server.kill();
  expect(await startedNodes()).toEqual([]);
});
