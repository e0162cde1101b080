import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connectOrrery, type Cluster, type Orrery } from '@orrery/sdk';
import { patchAnswer, selfSignedCertificate, startHookServer, type HookServer } from '@orrery/test-services';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { deployment, story } from './story';

/*
 * A history is recorded and repeated: with faults, evictions, preemption, an autoscaler, webhooks that decide on what clients and
 * components write, and a custom kind. The webhook is gone by then: the recording answers.
 */

const BINARY = join(__dirname, '../../../apps/cli/bin/orrery.mjs');
const PLACE = 'namespaces/default';
let server: TestGraphqlServer;
let orrery: Orrery;
let folder: string;
let shop: Cluster;
/** The recording of a small cluster, `desk`. */
let file: string;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  orrery = connectOrrery(server.url);
  folder = mkdtempSync(join(tmpdir(), 'orrery-recording-'));
  shop = await orrery.cluster({ name: 'shop', nodes: 9, zones: 3, seed: 's', record: true });
  file = join(folder, 'desk.recording');
  const desk = await orrery.cluster({ name: 'desk', nodes: 2, record: true });
  await desk.apply(deployment('web', 3));
  await desk.advance('1m');
  await desk.saveRecording(file);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

/** A webhook that annotates every pod of a workload, with something else each time. */
async function install(hooks: HookServer, caBundle: string): Promise<void> {
  let count = 0;
  hooks.serve('/count', () =>
    patchAnswer([{ op: 'add', path: '/metadata/annotations', value: { count: String(++count) } }]),
  );
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
  await shop.apply({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'count' },
    webhooks: [
      {
        name: 'count.example.com',
        clientConfig: { url: `${hooks.url}/count`, caBundle },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [rule],
        objectSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      },
    ],
  });
}

/** Writes through the wire of Kubernetes: refused and dry-run requests are part of the history, too. */
async function orderOfCustomKind(): Promise<void> {
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  };
  await shop.apply({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'orders.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'orders', kind: 'Order' },
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }],
    },
  });
  await shop.advance('1s');
  const orders = `${shop.url}/apis/example.com/v1/${PLACE}/orders`;
  const send = async (method: string, url: string, body: object): Promise<number> => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    return (await fetch(url, { method, headers, body: JSON.stringify(body) })).status;
  };
  const order = (size: unknown): object => ({ metadata: { name: 'first' }, spec: { size } });
  expect(await send('POST', `${orders}?dryRun=All`, order(1))).toBe(201);
  expect(await send('POST', orders, order('large'))).toBe(422);
  expect(await send('POST', orders, order(1))).toBe(201);
  expect(await send('PATCH', `${orders}/first/status`, { status: { phase: 'Paid' } })).toBe(200);
  expect(await send('DELETE', `${orders}/first`, {})).toBe(200);
}

/** The lines of a recording. */
function linesOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString().split('\n').slice(0, -1);
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `orrery` as a user's shell does; the server lives in this process. */
function cli(...args: readonly string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { KUBECONFIG: _none, ...env } = process.env;
    const child = spawn(process.execPath, [BINARY, ...args, '--server', server.url], { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('a history with webhooks, faults, evictions, preemption and a custom kind leaves the same log', async () => {
  const { key, cert } = await selfSignedCertificate(['localhost'], Date.now());
  const hooks = await startHookServer({ key, cert });
  await install(hooks, Buffer.from(cert).toString('base64'));
  for (const play of story(server.as('', 'shop'))) await play();
  await orderOfCustomKind();
  expect(hooks.seen.length).toBeGreaterThan(20);
  await hooks.close();
  const saved = join(folder, 'shop.recording');
  await shop.saveRecording(saved);
  const progress: number[] = [];
  const report = await orrery.replay(saved, { progress: ({ inputs }) => progress.push(inputs) });
  expect(report).toMatchObject({ difference: null, isSame: true, recorded: 'shop', kept: null, notKept: 0 });
  expect(report.compared).toBe(linesOf(saved).filter((line) => line.startsWith('{"kind":"change"')).length);
  expect(report.compared).toBeGreaterThan(1500);
  expect(progress).toEqual(Array.from({ length: report.inputs + 1 }, (_, i) => i));
});

test('the repetition is kept under a name, and goes on by itself', async () => {
  const input = { cluster: 'desk', keep: 'again' };
  const payload = await server.client.mutate('replayRecording', input, 'report { isSame kept inputs }');
  expect(payload).toMatchObject({ report: { isSame: true, kept: 'again', inputs: 2 } });
  const again = orrery.attach('again');
  await again.apply(deployment('more', 1));
  await again.advance('1m');
  expect((await again.list('v1', 'Pod')).map(({ status }) => (status as { phase: string }).phase)).toEqual(
    Array<string>(4).fill('Running'),
  );
  await again.remove();
  expect(await orrery.clusterNames()).toEqual(['desk', 'shop']);
});

test('rules by which requests fail are repeated, and requests that failed are not', async () => {
  const gate = await orrery.cluster({ name: 'gate', record: true });
  await gate.faults.addApiRule({ name: 'closed', resources: ['configmaps'], verbs: ['create'], code: 503, times: 1 });
  const create = async (name: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ metadata: { name } });
    return (await fetch(`${gate.url}/api/v1/${PLACE}/configmaps`, { method: 'POST', headers, body })).status;
  };
  expect([await create('refused'), await create('taken')]).toEqual([503, 201]);
  const saved = join(folder, 'gate.recording');
  await gate.saveRecording(saved);
  expect(await orrery.replay(saved, { keep: 'gate-again' })).toMatchObject({ isSame: true, difference: null });
  const again = orrery.attach('gate-again');
  expect(await again.faults.apiRules()).toMatchObject([{ name: 'closed', times: 1 }]);
  await Promise.all([gate.remove(), again.remove()]);
});

test('another seed goes another way, and both sides are shown', async () => {
  const report = await orrery.replay(readFileSync(file), { seed: 'other' });
  const { recorded, repeated, resourceVersion } = report.difference!;
  expect([recorded!.resourceVersion, repeated!.resourceVersion]).toEqual([resourceVersion, resourceVersion]);
  expect(recorded!.name).toBe(repeated!.name);
  expect(recorded!.object).not.toEqual(repeated!.object);
});

test('one input that is another goes another way from there', async () => {
  const lines = linesOf(file).slice(0, -1);
  const at = lines.findIndex((line) => line.startsWith('{"kind":"input"') && line.includes('"name":"web"'));
  lines[at] = lines[at]!.replace('"replicas":3', '"replicas":2');
  const changed = join(folder, 'changed.recording');
  writeFileSync(changed, withDigest(lines));
  const { difference } = await orrery.replay(changed);
  expect(difference!.recorded).toMatchObject({
    resource: 'deployments.apps',
    name: 'web',
    object: { spec: { replicas: 3 } },
  });
  expect(difference!.repeated).toMatchObject({
    resource: 'deployments.apps',
    name: 'web',
    object: { spec: { replicas: 2 } },
  });
});

/** The file of these lines, as if they had been written so. */
function withDigest(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ kind: 'digest', sha256 })}\n`);
}

test('in the command line', async () => {
  const saved = await cli('record', 'save', 'desk', '--file', 'cli.recording');
  expect(saved).toMatchObject({ code: 0, out: 'wrote cli.recording\n' });
  expect(await cli('record', 'list')).toMatchObject({ code: 0, out: expect.stringMatching(/^desk +\d+ +recording$/m) });
  const same = await cli('replay', 'cli.recording');
  expect(same).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ inputs of desk repeated, \d+ changes compared\nthe same\n$/),
  });
  const other = await cli('replay', 'cli.recording', '--seed', 'other');
  expect(other.code).toBe(1);
  expect(other.out).toMatch(/the first difference is at revision \d+\n {2}recorded: 2025-.*\n {2}repeated: 2025-/);
});

test.each<[string, (lines: string[]) => string | Buffer, RegExp]>([
  ['a file of something else', () => 'apiVersion: v1', /cannot be unpacked/],
  ['lines of something else', () => gzipSync('{"format":"other"}\n'), /this is not a recording of a cluster/],
  ['text', () => gzipSync('apiVersion: v1\n'), /line 1 is not JSON/],
  [
    'a later format',
    () => withDigest(['{"format":"orrery-recording","version":2}']),
    /has format 2; this program reads format 1/,
  ],
  ['a file that was cut', () => readFileSync(file).subarray(0, 2000), /cannot be unpacked/],
  ['lines that were lost', (lines) => gzipSync(lines.slice(0, -1).join('\n')), /it has no end/],
  [
    'lines that were changed',
    (lines) => gzipSync(lines.join('\n').replace('"web"', '"wed"') + '\n'),
    /are not those that were written/,
  ],
  [
    'a place that is none',
    (lines) => withDigest(lines.slice(0, -1).map((line) => line.replace('"phase":', '"face":'))),
    /line \d+: an input has no place/,
  ],
])('%s is refused and leaves nothing', async (_what, make, message) => {
  await expect(orrery.replay(Buffer.from(make(linesOf(file))))).rejects.toThrow(message);
  expect(await orrery.clusterNames()).toEqual(['desk', 'shop']);
});

test.each([
  ['a clock that runs', () => orrery.cluster({ clock: 'real', record: true }), /while its clock stands still/],
  ['a name that is taken', () => orrery.replay(file, { keep: 'desk' }), /already exists/],
  ['a name that is none', () => orrery.replay(file, { keep: 'No Name' }), /name: .*RFC 1123/],
  ['a cluster that is not there', () => orrery.attach('none').saveRecording(join(folder, 'none')), /not found/],
])('%s is refused', async (_what, attempt, message) => {
  await expect(attempt()).rejects.toThrow(message);
  expect(await orrery.clusterNames()).toEqual(['desk', 'shop']);
});

test('a recording ends when the clock begins to run, when it is stopped, and where the cluster is taken back to', async () => {
  const ends = [
    [
      'the clock was set to run',
      (cluster: Cluster) => cluster.operations.setClockMode({ input: { mode: 'REALTIME' } }),
    ],
    ['it was stopped', (cluster: Cluster) => cluster.stopRecording()],
    ['the cluster was taken back', (cluster: Cluster) => cluster.rewind('-30s')],
  ] as const;
  for (const [reason, end] of ends) {
    const cluster = await orrery.cluster({ record: true });
    await cluster.advance('1m');
    await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'before' } });
    await end(cluster);
    await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'after' } });
    const { recordings } = await orrery.operations.recordings();
    expect(recordings.find((each) => each.cluster === cluster.name)).toMatchObject({
      isOn: false,
      endedBecause: reason,
    });
    const saved = join(folder, `${cluster.name}.recording`);
    await cluster.saveRecording(saved);
    expect(linesOf(saved).some((line) => line.includes('"after"'))).toBe(false);
    expect(await orrery.replay(saved)).toMatchObject({ isSame: true, difference: null });
    await cluster.remove();
  }
});
