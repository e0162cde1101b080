import { snapshotsOf } from '@orrery/cluster-snapshots';
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectOrrery, type Orrery, RefusedError } from '@orrery/sdk';
import pg from 'pg';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { firstDifference, logOf } from './logs';
import { story } from './story';

/*
 * A snapshot contains the whole state from which a cluster continues: restored, here or elsewhere, it writes the same log, byte by byte.
 */

const NAME = 'kept';
let server: TestGraphqlServer;
let pool: pg.Pool;

let orrery: Orrery;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-snapshots-'));
  server = await startTestGraphqlServer();
  orrery = connectOrrery(server.url);
  pool = new pg.Pool({ connectionString: server.databaseUrl });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.end();
  await server.close();
});

async function created(name: string): Promise<void> {
  const clock = { mode: 'MANUAL' };
  await server.client.mutate('createCluster', { name, nodes: 9, zones: 3, seed: 's', clock }, 'cluster { name }');
}

async function saved(cluster: string, name: string, history = false): Promise<void> {
  await snapshotsOf(server.plane).save((await server.plane.cluster(cluster))!, { name, history });
}

async function removed(...names: readonly string[]): Promise<void> {
  for (const name of names) await server.client.mutate('deleteCluster', { name }, 'clientMutationId');
}

/** The log of the story without any snapshot. */
async function undisturbed(): Promise<readonly string[]> {
  await created(NAME);
  for (const play of story(server.as('', NAME))) await play();
  const log = await logOf(pool, NAME);
  await removed(NAME);
  return log;
}

test('a cluster that is taken to a file and back after every other step has the log of one that never was', async () => {
  const expected = await undisturbed();
  await created(NAME);
  let name = NAME;
  for (const [step] of story(server.as('', NAME)).entries()) {
    await story(server.as('', name))[step]!();
    // Each way to a file and back takes a while.
    if (step % 2 === 0) continue;
    await saved(name, `step-${step}`, true);
    await removed(name);
    name = `restored-${step}`;
    await snapshotsOf(server.plane).restore(`step-${step}`, name);
    await snapshotsOf(server.plane).delete(`step-${step}`);
  }
  expect(firstDifference(await logOf(pool, name), expected)).toBeUndefined();
  await removed(name);
});

test('a file goes on at another server as the original does, whatever that was asked for meanwhile', async () => {
  await created(NAME);
  const steps = story(server.as('', NAME));
  const half = steps.length >> 1;
  for (const play of steps.slice(0, half)) await play();
  const file = join(folder, 'half.orrery.gz');
  const snapshot = await orrery.attach(NAME).snapshot({ history: true });
  await snapshot.download(file);
  for (const play of steps.slice(half)) await play();

  // With options it is not the one that stories share.
  const other = await startTestGraphqlServer({});
  const otherPool = new pg.Pool({ connectionString: other.databaseUrl });
  try {
    const kept = await connectOrrery(other.url).addSnapshot(file, 'from-afar');
    expect(kept.parts).toEqual({ ...snapshot.parts, name: 'from-afar', path: '/snapshots/from-afar' });
    await kept.restore({ name: 'elsewhere' });
    for (const play of story(other.as('', 'elsewhere')).slice(half)) await play();
    const [there, here] = await Promise.all([logOf(otherPool, 'elsewhere'), logOf(pool, NAME)]);
    expect(firstDifference(untrusted(there), untrusted(here))).toBeUndefined();
  } finally {
    await otherPool.end();
    await other.close();
  }
  await snapshot.delete();
  await removed(NAME);
});

/** Without the certificates that clients trust: each server has its own. */
function untrusted(log: readonly string[]): readonly string[] {
  return log.map((line) =>
    line.replaceAll(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----|LS0tLS1[\w+/=]+/g, ''),
  );
}

/*
 * Written by the release that wrote version 1 of the format, and never written again: a release with a later version still reads it.
 */
test('the file of an earlier version goes on', async () => {
  const file = join(__dirname, 'testdata/snapshot-version-1.orrery.gz');
  const kept = await orrery.addSnapshot(file, 'stored');
  expect(kept.parts).toMatchObject({ cluster: 'stored', formatVersion: 1, seed: 's', history: false, faults: 1 });
  expect(kept.parts.components).toContain('kubelet');
  const cluster = await kept.restore({ name: 'from-version-1' });
  const pods = await cluster.list('v1', 'Pod');
  expect(pods.filter(({ metadata }) => metadata.name.startsWith('web-'))).toHaveLength(6);
  expect(await cluster.faults.list()).toEqual([expect.objectContaining({ nodeName: 'node-1', kind: 'POWER_OFF' })]);
  // The node was powered off 30 s before: what its controller and its kubelet know is part of the file.
  await cluster.advance('30s');
  const ready = async (): Promise<unknown> =>
    (
      (await cluster.get({ apiVersion: 'v1', kind: 'Node', name: 'node-1' })) as unknown as NodeStatus
    ).status.conditions.find(({ type }) => type === 'Ready')?.status;
  expect(await ready()).toBe('Unknown');
  await cluster.advance('6m');
  const web = (await cluster.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'web' }))!;
  expect((web as unknown as { status: object }).status).toMatchObject({ readyReplicas: 6 });
  const today = await cluster.snapshot({ name: 'today' });
  expect(today.parts.formatVersion).toBeGreaterThan(1);
  for (const each of [kept, today]) await each.delete();
  await cluster.remove();
});

interface NodeStatus {
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

test('what is no snapshot is refused with what is wrong, and leaves nothing', async () => {
  const damaged = join(folder, 'damaged');
  const whole = readFileSync(join(__dirname, 'testdata/snapshot-version-1.orrery.gz'));
  for (const [content, message] of [
    [whole.subarray(0, whole.length >> 1), /the file is damaged/],
    [Buffer.from('apiVersion: v1'), /the file is damaged, or no snapshot/],
    [Buffer.alloc(0), /the file is/],
  ] as const) {
    writeFileSync(damaged, content);
    await expect(orrery.addSnapshot(damaged, 'damaged')).rejects.toThrow(message);
  }
  expect(await orrery.snapshots()).toEqual([]);
  await expect(orrery.addSnapshot(join(folder, 'missing'), 'a')).rejects.toThrow(/missing cannot be read/);
  await expect(orrery.addSnapshot(damaged, 'No')).rejects.toThrow(/name: .*lower case/);
  await expect(orrery.snapshot('missing')).rejects.toThrow(RefusedError);
  await expect(orrery.attach('missing').snapshot()).rejects.toThrow(/"missing" not found/);
});

test('a snapshot is compared with the cluster that went on', async () => {
  await created(NAME);
  const cluster = orrery.attach(NAME);
  const snapshot = await cluster.snapshot({ name: 'before' });
  await cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'later', namespace: 'default' } });
  const diff = await cluster.diff('snapshot:before', undefined, { object: { kind: 'configmap' } });
  expect(diff).toMatchObject({
    from: { cluster: 'snapshot:before', resourceVersion: snapshot.parts.resourceVersion },
    to: { cluster: NAME },
    objects: [{ change: 'ADDED', kind: 'ConfigMap', name: 'later' }],
  });
  expect((await cluster.diff(NAME, 'snapshot:before')).objects).toMatchObject([{ change: 'REMOVED', name: 'later' }]);
  await expect(cluster.diff('snapshot:missing')).rejects.toThrow(/"missing" not found/);
  await snapshot.delete();
  await removed(NAME);
});

test('names are given once', async () => {
  await created(NAME);
  const snapshot = await orrery.attach(NAME).snapshot({ name: 'once' });
  await expect(orrery.attach(NAME).snapshot({ name: 'once' })).rejects.toThrow(/"once" already exists/);
  await expect(orrery.attach(NAME).snapshot({ name: 'Once' })).rejects.toThrow(/name: .*lower case/);
  await expect(snapshot.restore({ name: NAME })).rejects.toThrow(/"kept" already exists/);
  await expect(snapshot.restore({ name: 'A' })).rejects.toThrow(/name: /);
  expect((await orrery.snapshots()).map(({ name }) => name)).toEqual(['once']);
  await snapshot.delete();
  await expect(snapshot.delete()).rejects.toThrow(/"once" not found/);
  await removed(NAME);
});
