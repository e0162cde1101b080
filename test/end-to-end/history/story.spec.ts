import { Cluster } from '@orrery/sdk';
import type { Terminal } from '../../../apps/cli/command';
import { until } from '@orrery/test-services';
import { runCli } from '../../../apps/cli/main';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const POD = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: default }
spec:
  tolerations: [{ key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60 }]
  containers: [{ name: c, image: nginx }]
`;

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let sdk: Cluster;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 3 });
  sdk = new Cluster(cluster.name, { url: server.url });
  await cluster.mutate('applyObject', { yaml: POD, fieldManager: 'story' }, '');
  await sdk.advance('1m');
  const labels = {
    apiVersion: 'v1',
    kind: 'Pod',
    name: 'web',
    type: 'MERGE',
    patch: { metadata: { labels: { tier: 'a' } } },
  };
  await cluster.mutate('patchObject', { ...labels, fieldManager: 'story' }, '');
  const found = await sdk.get({ apiVersion: 'v1', kind: 'Pod', name: 'web' });
  const { nodeName } = found!['spec'] as { nodeName: string };
  await cluster.mutate('stopHeartbeats', { nodes: [nodeName] }, '');
  await sdk.advance('10m');
});
afterAll(() => server.close());

const pod = { object: { kind: 'Pod', name: 'web' } };

test('an object tells who changed what, and why', async () => {
  const changes = await sdk.changes(pod);
  const lines = changes.map(({ operation, writer, client, reason, fields }) => ({
    who: `${writer}/${client}`,
    reason,
    what: operation === 'UPDATED' ? fields.map(({ path }) => path) : operation,
  }));
  expect(lines[0]).toEqual({ who: 'system:admin/story', reason: null, what: 'CREATED' });
  const bound = lines.find(({ what }) => what.includes('spec.nodeName'));
  expect(bound).toMatchObject({ who: 'scheduler/null', reason: 'decision of default-scheduler, attempt 1' });
  const labelled = changes.find(({ fields }) => fields.some(({ path }) => path.startsWith('metadata.labels')))!;
  expect(labelled).toMatchObject({ writer: 'system:admin', client: 'story' });
  expect(labelled.fields).toEqual([{ path: 'metadata.labels', before: null, after: { tier: 'a' } }]);
  const evicted = lines.find(({ what }) => what.includes('metadata.deletionTimestamp'));
  expect(evicted).toMatchObject({ who: 'evictions/null', reason: 'Taint manager: deleting due to NoExecute taint' });
  const unready = lines.find(({ what }) => what.includes('status.conditions[Ready].status') && what.length < 4);
  expect(unready?.who).toMatch(/^(kubelet|node-lifecycle-controller)/);
  // The story is complete: each change starts from the object of the one before.
  const revisions = changes.map(({ resourceVersion }) => Number(resourceVersion));
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
});

test('a cluster tells of all that its client may read, by pages and between moments', async () => {
  const all = await sdk.changes();
  expect(all.some(({ kind }) => kind === 'Event')).toBe(false);
  expect(all.every(({ writer }) => writer !== '')).toBe(true);
  expect(new Set(all.map(({ writer }) => writer))).toEqual(
    new Set([
      'kube-apiserver',
      'kubelet',
      'controller-manager',
      'scheduler',
      'node-lifecycle-controller',
      'evictions',
      'system:admin',
    ]),
  );
  const withEvents = await sdk.changes({ withEvents: true });
  expect(withEvents.filter(({ kind }) => kind !== 'Event')).toEqual(all);
  expect(withEvents.find(({ kind }) => kind === 'Event')!.writer).not.toBe('');
  const from = all[10]!.resourceVersion;
  const until = all[20]!.resourceVersion;
  expect(await sdk.changes({ since: from, until })).toEqual(all.slice(11, 21));
  expect(await sdk.changes({ since: '-10m', until: '2026-03-01T12:02:00Z' })).toEqual(
    all.filter(({ time }) => time > '2026-03-01T12:01:00.000000Z' && time <= '2026-03-01T12:02:00.000000Z'),
  );
  const past = await sdk.at(until).changes();
  expect(past.at(-1)).toEqual(all[20]);
});

test.each([
  [{ object: { kind: 'Lamp' } }, 'the server has no kind Lamp'],
  [{ since: 'yesterday' }, 'since: "yesterday" is not a moment of a cluster'],
  [{ after: 'x' }, 'after must be the endCursor of a page'],
])('%j is refused: %s', async (question, text) => {
  await expect(sdk.changes(question)).rejects.toThrow(text);
});

test('changes are streamed as they are made, from a moment on', async () => {
  const { revision } = (await server.plane.cluster(cluster.name))!.cache;
  const stream = cluster.subscribe<{ name: string; operation: string; writer: string }>(
    `subscription { changeMade(object: { kind: "cm", namespace: "default" }, since: "${revision}") { name operation writer } }`,
  );
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'told', namespace: 'default' } };
  await cluster.mutate('createObject', { object: map }, '');
  await cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'ConfigMap', name: 'told' }, '');
  const events = await stream.until((heard) => heard.length >= 2);
  expect(events).toEqual([
    { name: 'told', operation: 'CREATED', writer: 'system:admin' },
    { name: 'told', operation: 'DELETED', writer: 'system:admin' },
  ]);
  stream.stop();
});

test('states are compared, moments and clusters', async () => {
  const created = (await sdk.changes(pod))[0]!.resourceVersion;
  const before = `@${Number(created) - 1}`;
  const diff = await sdk.diff(before, `@${created}`);
  expect(diff).toMatchObject({ added: 1, removed: 0, changed: 0 });
  expect(diff.objects).toEqual([
    { change: 'ADDED', apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web', fields: [] },
  ]);
  expect(diff.from).toMatchObject({ cluster: cluster.name, pods: 0, placed: 0, waiting: 0 });
  expect(diff.to).toMatchObject({ resourceVersion: created, pods: 1, placed: 0, waiting: 1 });
  const later = await sdk.diff(`@${created}`, '@2026-03-01T12:01:30Z', { object: { kind: 'pod' } });
  expect(later).toMatchObject({ added: 0, removed: 0, changed: 1, to: { placed: 1, waiting: 0, restarts: 0 } });
  expect(later.objects[0]!.fields.map(({ path }) => path)).toContain('spec.nodeName');
  const evicted = await sdk.diff('@2026-03-01T12:01:30Z');
  expect(evicted).toMatchObject({ from: { evictions: 0 }, to: { evictions: 1 } });
  const other = await server.cluster();
  for (const [each, data] of [
    [cluster, { a: '1' }],
    [other, { a: '2' }],
  ] as const) {
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'both', namespace: 'default' }, data };
    await each.mutate('createObject', { object: map }, '');
  }
  const clusters = await sdk.diff(other.name, cluster.name, { object: { kind: 'cm', name: 'both' } });
  expect(clusters).toMatchObject({ added: 0, removed: 0, changed: 1, from: { cluster: other.name, pods: 0 } });
  expect(clusters.objects[0]!.fields).toEqual([{ path: 'data.a', before: '2', after: '1' }]);
  await expect(sdk.diff('no-such-cluster')).rejects.toThrow('"no-such-cluster" not found');
  await expect(sdk.diff('@nonsense')).rejects.toThrow('is not a moment of a cluster');
});

interface Written {
  out: string;
  err: string;
}

/** Runs a command line; what it has written so far is in `written`. */
async function orrery(
  args: readonly string[],
  written: Written = { out: '', err: '' },
): Promise<Written & { code: number }> {
  const terminal: Terminal = {
    write: (text) => void (written.out += text),
    writeError: (text) => void (written.err += text),
    columns: 200,
    isColoured: false,
    environment: {},
  };
  const code = await runCli([...args, '--server', server.url], terminal);
  return { ...written, code };
}

test('orrery log --follow goes on with what happens, until the cluster is gone', async () => {
  const { name } = await server.cluster();
  const followed = new Cluster(name, { url: server.url });
  const map = (own: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: own, namespace: 'default' },
  });
  await followed.apply(map('before'));
  const written = { out: '', err: '' };
  const ended = orrery(['log', name, '--follow', '--object', 'cm', '-n', 'default'], written);
  await until('what happened is printed', () => written.out.includes('ConfigMap default/before  created'));
  await followed.apply(map('after'));
  await until('what happens is printed', () => written.out.includes('ConfigMap default/after  created'));
  await followed.remove();
  expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining('not found') });
  expect(written.out.match(/default\/before/g)).toHaveLength(1);
  const refused = await orrery(['log', name, '--follow', '--until', '-1m']);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('takes no --until') });
});

test('orrery log and diff print it', async () => {
  const log = (...args: string[]) => orrery(['log', cluster.name, ...args]);
  const { out, code } = await log('--object', 'pod/web');
  expect(code).toBe(0);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines[0]).toEqual(['REVISION', 'TIME', 'OBJECT', 'CHANGE', 'BY', 'WHY']);
  expect(lines[1]!.slice(1)).toEqual(['2026-03-01T12:00:00Z', 'Pod default/web', 'created', 'system:admin (story)']);
  expect(out).toMatch(/\+metadata\.labels {"tier":"a"} +system:admin \(story\)/);
  const short = await log('--object', 'pod/web', '--limit', '1', '-o', 'json');
  expect(JSON.parse(short.out)).toMatchObject([{ kind: 'Pod', operation: 'CREATED' }]);
  expect(short.err).toMatch(/^more has happened: continue with --after \d+\n$/);
  expect(await log('--object', 'pod/')).toMatchObject({ code: 2 });
  expect(await log('--object', 'lamp')).toMatchObject({ code: 1, err: 'orrery: the server has no kind lamp\n' });
  const created = lines[1]![0]!;
  const compared = await orrery(['diff', `@${Number(created) - 1}`, `@${created}`, '--cluster', cluster.name]);
  expect(compared.out).toMatch(/^CHANGE +OBJECT +FIELDS\nadded +Pod default\/web\n\n1 added, 0 removed, 0 changed\n\n/);
  expect(compared.out).toMatch(/waiting for a node +0 +1\n/);
  // Of one cluster the moments tell the columns apart.
  expect(compared.out).toMatch(
    new RegExp(`\nFIGURE +${cluster.name}@${Number(created) - 1} +${cluster.name}@${created}\n`),
  );
  expect(compared.code).toBe(0);
});
