import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecordingFile, replaysOf } from '@orrery/recordings';
import { INPUT_PERFORMERS } from '@orrery/actions';
import { connectOrrery, type Cluster, type Orrery } from '@orrery/sdk';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { deployment } from './story';

/*
 * Recordings of clusters whose clock is in mode `auto`, that ask an extender, and that take an import in the middle. Each is repeated at
 * another installation, which has another secret, other authorities and no extender.
 */

let here: TestGraphqlServer;
let there: TestGraphqlServer;
let orrery: Orrery;
let folder: string;

beforeAll(async () => {
  [here, there] = await Promise.all([startTestGraphqlServer(), startTestGraphqlServer()]);
  orrery = connectOrrery(here.url);
  folder = mkdtempSync(join(tmpdir(), 'orrery-recording-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([here.close(), there.close()]);
});

/** @param notKept number of changes that the log of the recorded cluster no longer contains */
async function expectSameElsewhere(cluster: Cluster, notKept = 0): Promise<void> {
  const file = join(folder, `${cluster.name}.recording`);
  await cluster.saveRecording(file);
  const report = await connectOrrery(there.url).replay(file);
  expect(report).toMatchObject({ difference: null, isSame: true, notKept });
  expect(report.compared).toBeGreaterThan(40);
}

test('a clock that goes on by itself', async () => {
  const cluster = await orrery.cluster({ nodes: 3, clock: 'auto', record: true });
  await cluster.apply(deployment('web', 4));
  await cluster.until({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: 'web',
    matches: { status: { availableReplicas: 4 } },
  });
  await cluster.apply(deployment('web', 2));
  await cluster.until({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', matches: { status: { replicas: 2 } } });
  await expectSameElsewhere(cluster);
});

/** Refuses a node, and prefers another one at each question. */
async function startExtender(): Promise<{
  readonly urlPrefix: string;
  readonly asked: string[];
  readonly server: Server;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { NodeNames: names } = JSON.parse(Buffer.concat(chunks).toString()) as { NodeNames: string[] };
      asked.push(request.url!);
      const preferred = names[asked.length % names.length];
      const answer =
        request.url === '/filter'
          ? { NodeNames: names.filter((name) => name !== 'node-2'), FailedNodes: { 'node-2': 'no licence' } }
          : names.map((name) => ({ Host: name, Score: name === preferred ? 10 : 0 }));
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { urlPrefix: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

test('an extender, which is gone by then', async () => {
  const { urlPrefix, asked, server } = await startExtender();
  const cluster = await orrery.cluster({ name: 'extended', nodes: 4, record: true });
  const object = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    extenders: [{ urlPrefix, filterVerb: 'filter', prioritizeVerb: 'score', weight: 100, nodeCacheCapable: true }],
  };
  await here.as('', 'extended').mutate('setSchedulerConfig', { object }, 'config { scheduler }');
  await cluster.apply(deployment('web', 6));
  await cluster.advance('1m');
  expect(asked.length).toBeGreaterThanOrEqual(12);
  await new Promise((done) => server.close(done));
  await expectSameElsewhere(cluster);
});

test('an import in the middle', async () => {
  const source = await orrery.cluster({ name: 'source', nodes: 2 });
  await source.apply(deployment('store', 3));
  await source.advance('1m');
  const kinds = [
    ['v1', 'Node'],
    ['v1', 'Pod'],
    ['apps/v1', 'ReplicaSet'],
    ['apps/v1', 'Deployment'],
  ] as const;
  const lists = await Promise.all(
    kinds.map(async ([apiVersion, kind]) =>
      (await source.list(apiVersion, kind)).map((object) => ({ ...object, apiVersion, kind })),
    ),
  );
  const cluster = await orrery.cluster({ name: 'importing', nodes: 0, record: true });
  await cluster.apply(deployment('before', 1));
  await cluster.advance('30s');
  const before = (await orrery.operations.cluster({ name: 'importing' })).cluster!.resourceVersion!;
  const report = await cluster.importState(lists.flat());
  expect(report.leftOut).toEqual([]);
  await cluster.advance('1m');
  await cluster.apply(deployment('after', 2));
  await cluster.advance('1m');
  expect(await cluster.list('v1', 'Pod')).toHaveLength(6);
  // An import is a new beginning of the log, from which on it can be compared.
  const imported = report.imported.reduce((sum, { count }) => sum + count, 0);
  await expectSameElsewhere(cluster, Number(before) + imported);
});

test('more inputs than are held in memory at once', async () => {
  const cluster = await orrery.cluster({ name: 'large', nodes: 0, record: true });
  const data = { text: 'x'.repeat(20_000) };
  for (let number = 0; number < 30; number++) {
    await cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c-${number}` }, data });
  }
  const file = join(folder, 'large.recording');
  await cluster.saveRecording(file);
  const recording = await readRecordingFile(createReadStream(file));
  const { inputs } = recording.entries;
  const held: number[] = [];
  const progress = (): void => void held.push(inputs.bytesInMemory);
  const report = await replaysOf(there.plane).run(recording, {}, INPUT_PERFORMERS, progress);
  expect(report).toMatchObject({ difference: undefined, inputs: 30 });
  expect(held).toHaveLength(31);
  // A piece of the file, and the input that crosses its end: a few of the 30.
  expect(Math.max(...held)).toBeLessThan(65_536 + 25_000);
});
