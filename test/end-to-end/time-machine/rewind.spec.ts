import { connectOrrery, type Cluster } from '@orrery/sdk';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { nextLine, openWatch } from './watch-lines';

/* Forks and going back as clients have them. */

let server: TestGraphqlServer;
let origin: Cluster;

const PODS = { apiVersion: 'v1', kind: 'Pod' };
const pod = (name: string): object => ({
  ...PODS,
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
});
const names = async (cluster: Cluster): Promise<string[]> =>
  (await cluster.list('v1', 'Pod')).map(({ metadata }) => metadata.name).sort();
const revisionOf = async (cluster: Cluster): Promise<string> =>
  (await cluster.operations.cluster({ name: cluster.name })).cluster!.resourceVersion!;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  origin = await connectOrrery(server.url).cluster({ nodes: 2, clock: 'manual' });
  await origin.apply(pod('first'));
  await origin.advance('1m');
});
afterEach(() => origin.remove());

test('a fork and its origin know nothing of each other', async () => {
  const fork = await origin.fork();
  await fork.apply(pod('second'));
  await origin.delete({ ...PODS, name: 'first' });
  await origin.advance('1m');
  expect(await names(fork)).toEqual(['first', 'second']);
  expect(await names(origin)).toEqual([]);
  expect((await fork.clock.now()).getTime()).toBe((await origin.clock.now()).getTime() - 60_000);
  const { forkedFrom } = (await fork.operations.cluster({ name: fork.name })).cluster!;
  expect(forkedFrom!.cluster).toBe(origin.name);
  await fork.remove();
});

test('an operation that takes a cluster back and then acts on it is answered', async () => {
  await origin.advance('5m');
  const client = server.as('', origin.name);
  const answer = await client.query<{ second: { errors: { message: string }[] } }>(
    `mutation {
      rewindCluster(input: { to: "-1m" }) { errors { message } }
      second: removeNode(input: { name: "absent" }) { errors { message } }
    }`,
  );
  expect(answer.second.errors[0]!.message).toMatch(/taken back|not found/);
});

test('a fork of a moment has what was there then', async () => {
  const revision = await revisionOf(origin);
  await origin.delete({ ...PODS, name: 'first' });
  await origin.advance('5m');
  const fork = await origin.fork({ at: revision });
  expect(await names(fork)).toEqual(['first']);
  await fork.advance('1m');
  expect((await fork.get({ ...PODS, name: 'first' }))!['status']).toMatchObject({ phase: 'Running' });
  await fork.remove();
});

test('going back ends watches with 410, and everything goes on from there', async () => {
  const { now } = await origin.clock.state();
  const revision = await revisionOf(origin);
  const watch = await openWatch(`${origin.url}/api/v1/pods?watch=true&resourceVersion=0`);
  expect(JSON.parse(await nextLine(watch))).toMatchObject({ type: 'ADDED' });
  await origin.apply(pod('second'));
  await origin.advance('1m');
  await origin.rewind(revision);
  let last: { type: string; object: { code?: number } };
  do last = JSON.parse(await nextLine(watch)) as typeof last;
  while (last.type !== 'ERROR');
  expect(last.object.code).toBe(410);
  expect(await names(origin)).toEqual(['first']);
  // The clock stands where the last change was made.
  expect((await origin.clock.state()).now < now).toBe(true);
  await origin.apply(pod('third'));
  await origin.advance('1m');
  expect((await origin.get({ ...PODS, name: 'third' }))!['status']).toMatchObject({ phase: 'Running' });
  // The way to it is still there; what was undone is not.
  expect(await names(origin.at(revision))).toEqual(['first']);
});

test.each([
  ['the name of a cluster', () => origin.fork({ name: origin.name }), /already exists/],
  ['no name', () => origin.fork({ name: 'No Name' }), /lowercase RFC 1123/],
  ['no moment', () => origin.fork({ at: 'yesterday' }), /is not a moment/],
  ['what has not come yet', () => origin.rewind('2030-01-01T00:00:00Z'), /has not come yet/],
])('%s is refused', async (_what, attempt, message) => {
  await expect(attempt()).rejects.toThrow(message);
});
