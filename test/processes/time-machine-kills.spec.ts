import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectOrrery, type Cluster, type Orrery } from '@orrery/sdk';
import { freePort, until } from '@orrery/test-services';
import { deployment } from '../end-to-end/time-machine/story';

/*
 * A server is killed while it forks a cluster, takes one back, records one, repeats a recording, saves one, restores one and imports one.
 * After the restart the state is the one before or the complete result; nothing is left of a partial one.
 */

const ROOT = join(__dirname, '../..');
const PROGRAM = join(ROOT, 'dist/apps/standalone/main.js');
/** Imported resources: version and kind. */
const IMPORTED = [
  ['v1', 'Node'],
  ['v1', 'Pod'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
] as const;
let folder: string;
let child: ChildProcess | undefined;
let orrery: Orrery;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-kills-'));
  // Started by root, the database runs as another user.
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  await start();
});
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const port = await freePort();
  const options = ['--clock', 'manual', '--nodes', '0', '--port', String(port), '--data-dir', folder];
  child = spawn(process.execPath, [PROGRAM, ...options], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
  await until('the server is ready', () => output.includes('is ready'));
  orrery = connectOrrery(`http://127.0.0.1:${port}`);
}

/** Its database ends with it. */
async function kill(): Promise<void> {
  const ended = new Promise((done) => child?.once('close', done));
  child?.kill('SIGKILL');
  await ended;
  await until('the database has ended', () => !existsSync(join(folder, 'postgres/postmaster.pid')));
}

async function connected(): Promise<pg.Client> {
  const port = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client(`postgresql://orrery:orrery@127.0.0.1:${port}/postgres`);
  // It loses its connection with the server.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const numberOf = async (client: pg.Client, sql: string): Promise<number> =>
  Number((await client.query<{ count: string }>(sql)).rows[0]!.count);

/** A cluster with a Deployment, and a revision before which there was none of another name. */
async function busyCluster(name: string, record = false): Promise<{ cluster: Cluster; revision: string }> {
  const cluster = await orrery.cluster({ name, nodes: 2, record });
  await cluster.apply(deployment('first', 3));
  await cluster.advance('30s');
  const revision = (await cluster.operations.cluster({ name })).cluster!.resourceVersion!;
  await cluster.apply(deployment('second', 2));
  await cluster.advance('30s');
  return { cluster, revision };
}

const podsOf = async (name: string): Promise<number> => (await orrery.attach(name).list('v1', 'Pod')).length;

/** Every table that has rows by cluster. */
async function expectNothingOfHalfClusters(): Promise<void> {
  const client = await connected();
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE column_name = 'cluster' AND table_schema = 'public' AND table_name <> 'cluster_change'`,
  );
  expect(rows.length).toBeGreaterThan(8);
  for (const { name } of rows) {
    const sql = `SELECT count(*) FROM ${name} t WHERE NOT EXISTS (SELECT 1 FROM cluster c WHERE c.id = t.cluster)`;
    expect([name, await numberOf(client, sql)]).toEqual([name, 0]);
  }
  // No object without the change that it stands in.
  const lost = `SELECT count(*) FROM object o WHERE NOT EXISTS (
    SELECT 1 FROM cluster_change c WHERE c.cluster = o.cluster AND c.revision = o.revision)`;
  expect(await numberOf(client, lost)).toBe(0);
  await client.end();
}

test('while a fork and a rewound cluster are being written, and another one is recorded', async () => {
  const { cluster: origin } = await busyCluster('origin');
  const { cluster: back, revision } = await busyCluster('back');
  await busyCluster('recorded', true);
  // What one transaction sees of the others' waits does not change.
  const [holder, client] = [await connected(), await connected()];
  await holder.query('BEGIN');
  // Both come to this table in the middle of what they write.
  await holder.query('LOCK TABLE node_fault IN ACCESS EXCLUSIVE MODE');
  const asked = [origin.fork({ name: 'fork' }), back.rewind(revision)].map((each) => each.catch(() => undefined));
  const waiting = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND (query LIKE '%orrery_fork%' OR query LIKE '%orrery_rewind%')`;
  await until('both wait', async () => (await numberOf(client, waiting)) === 2);
  await kill();
  await Promise.all(asked);
  await start();
  await expectNothingOfHalfClusters();
  const names = await orrery.clusterNames();
  expect(names).toEqual(expect.arrayContaining(['back', 'origin', 'recorded']));
  if (names.includes('fork')) expect(await podsOf('fork')).toBe(5);
  expect([3, 5]).toContain(await podsOf('back'));
  expect(await podsOf('origin')).toBe(5);
  // Everything continues.
  for (const name of names.filter((each) => each !== 'default')) {
    await orrery.attach(name).apply(deployment('third', 1));
    await orrery.attach(name).advance('30s');
    expect([4, 6]).toContain(await podsOf(name));
  }
});

test('what was recorded until then is kept, and leaves the same log', async () => {
  const { recordings } = await orrery.operations.recordings();
  expect(recordings).toMatchObject([{ cluster: 'recorded', isOn: false, endedBecause: 'the server ended' }]);
  const file = join(folder, 'recorded.recording');
  await orrery.attach('recorded').saveRecording(file);
  expect(await orrery.replay(file)).toMatchObject({ isSame: true, difference: null, inputs: 3 });
});

test('while a recording is being repeated, and a fork of the past comes to its moment by repeating', async () => {
  const { cluster, revision } = await busyCluster('repeated', true);
  const file = join(folder, 'repeated.recording');
  await cluster.saveRecording(file);
  const [holder, client] = [await connected(), await connected()];
  await holder.query('BEGIN');
  // Nothing can be written from here on, except for clusters.
  await holder.query('LOCK TABLE object IN EXCLUSIVE MODE');
  const asked = [
    orrery.replay(file),
    orrery.replay(file, { keep: 'kept' }),
    cluster.fork({ name: 'earlier', at: revision }),
  ];
  const ended = Promise.all(asked.map((each) => each.catch(() => undefined)));
  const begun = `SELECT count(*) FROM cluster WHERE unfinished`;
  await until('all three have begun', async () => (await numberOf(client, begun)) === 3);
  await kill();
  await ended;
  await start();
  await expectNothingOfHalfClusters();
  const names = await orrery.clusterNames();
  expect(names.filter((name) => /^(?:replay-|kept$|earlier$)/.test(name))).toEqual([]);
  // A kept repetition and a fork that came to their ends stay.
  expect(await orrery.replay(file, { keep: 'kept' })).toMatchObject({ isSame: true });
  await orrery.attach('repeated').fork({ name: 'earlier', at: revision });
  await kill();
  await start();
  expect(await podsOf('kept')).toBe(5);
  expect(await podsOf('earlier')).toBe(3);
});

test('while a snapshot is being saved, and a cluster is being made of another one', async () => {
  const { cluster } = await busyCluster('saved');
  await cluster.faults.inject({ kind: 'POWER_OFF', nodes: ['node-1'] });
  const prepared = await cluster.snapshot({ name: 'prepared', history: true });
  const [holder, client] = [await connected(), await connected()];
  await holder.query('BEGIN');
  // The one reads it, the other writes to it, in the middle of their work.
  await holder.query('LOCK TABLE node_fault IN ACCESS EXCLUSIVE MODE');
  const asked = [cluster.snapshot({ name: 'half' }), prepared.restore({ name: 'restored' })].map((each) =>
    each.catch(() => undefined),
  );
  const waiting = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND (query LIKE '%FROM node_fault%' OR query LIKE '%INTO node_fault%')`;
  await until('both wait', async () => (await numberOf(client, waiting)) === 2);
  await kill();
  await Promise.all(asked);
  await start();
  await expectNothingOfHalfClusters();
  const again = await connected();
  const parts =
    'SELECT count(*) FROM snapshot_part p WHERE NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.name = p.snapshot)';
  expect(await numberOf(again, parts)).toBe(0);
  await again.end();
  const kept = (await orrery.snapshots()).map(({ name }) => name);
  expect(kept).toContain('prepared');
  // What is there is there whole.
  for (const name of kept) {
    const made = await (await orrery.snapshot(name)).restore({ name: `of-${name}` });
    expect((await made.list('v1', 'Pod')).length).toBe(5);
    expect(await made.faults.list()).toHaveLength(1);
    await made.advance('1m');
  }
  if ((await orrery.clusterNames()).includes('restored')) expect(await podsOf('restored')).toBe(5);
});

test('while the state of another cluster is being imported', async () => {
  const { cluster: source } = await busyCluster('source');
  const listOf = async (name: string, [apiVersion, kind]: readonly [string, string]): Promise<object[]> =>
    (await orrery.attach(name).list(apiVersion, kind)).map((object) => ({ ...object, apiVersion, kind }));
  const objectsOf = async (name: string): Promise<object[]> =>
    (await Promise.all(IMPORTED.map((kind) => listOf(name, kind)))).flat();
  const objects = await objectsOf(source.name);
  const taking = await orrery.cluster({ name: 'taking', nodes: 0 });
  const [holder, client] = [await connected(), await connected()];
  await holder.query('BEGIN');
  // It comes to this table in the middle of its transaction.
  await holder.query('LOCK TABLE object IN EXCLUSIVE MODE');
  const asked = taking.importState(objects).catch(() => undefined);
  const waiting = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%orrery_write_batch%'`;
  await until('it waits', async () => (await numberOf(client, waiting)) > 0);
  await kill();
  await asked;
  await start();
  await expectNothingOfHalfClusters();
  // All of it or nothing; and what can be imported yet is imported then.
  const attached = orrery.attach('taking');
  expect([0, objects.length]).toContain((await objectsOf('taking')).length);
  if ((await podsOf('taking')) === 0) await attached.importState(objects);
  expect(await podsOf('taking')).toBe(5);
  await kill();
  await start();
  await orrery.attach('taking').apply(deployment('third', 1));
  await orrery.attach('taking').advance('30s');
  expect(await podsOf('taking')).toBe(6);
});

test('as soon as a fork is written, whether or not its client was answered', async () => {
  const client = await connected();
  const asked = orrery
    .attach('origin')
    .fork({ name: 'written' })
    .catch(() => undefined);
  const count = `SELECT count(*) FROM cluster WHERE id = 'written'`;
  while ((await numberOf(client, count)) === 0);
  await kill();
  await asked;
  await start();
  await expectNothingOfHalfClusters();
  expect(await podsOf('written')).toBe(await podsOf('origin'));
  await orrery.attach('written').advance('1m');
});
