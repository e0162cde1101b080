import { connectOrrery, type Orrery } from '@orrery/sdk';
import pg from 'pg';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { firstDifference, logOf } from './logs';
import { story } from './story';

/*
 * A recorded cluster is come to again at any moment of its past: a fork from there continues exactly as the cluster did.
 */

const NAME = 'recorded';
let server: TestGraphqlServer;
let orrery: Orrery;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  orrery = connectOrrery(server.url);
  pool = new pg.Pool({ connectionString: server.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

interface Place {
  readonly revision: string;
  readonly time: string;
}

async function placeOf(name: string): Promise<Place> {
  const { cluster } = await orrery.operations.cluster({ name });
  return { revision: cluster!.resourceVersion!, time: cluster!.clock!.now };
}

test('a fork of any step of the past goes on as the recorded cluster did', async () => {
  await orrery.cluster({ name: NAME, nodes: 9, zones: 3, seed: 's', record: true });
  const steps = story(server.as('', NAME));
  const places: Place[] = [];
  for (const play of steps) {
    await play();
    places.push(await placeOf(NAME));
  }
  const expected = await logOf(pool, NAME);
  for (const step of steps.keys()) {
    // Each instant is one moment: what was asked for at it later is part of it.
    if (step % 3 !== 0 || places[step]!.time === places[step + 1]?.time) continue;
    const place = places[step]!;
    const fork = await orrery.attach(NAME).fork({ name: `step-${step}`, at: place.time });
    expect((await placeOf(fork.name)).time).toBe(place.time);
    for (const play of story(server.as('', fork.name)).slice(step + 1)) await play();
    expect(firstDifference(await logOf(pool, fork.name), expected)).toBeUndefined();
    await fork.remove();
  }
});

test('what a component knew at a time of the past is known in its fork', async () => {
  const cluster = await orrery.cluster({ name: 'gone', nodes: 3, clock: 'manual', record: true });
  await cluster.advance('1m');
  await cluster.faults.inject({ kind: 'POWER_OFF', nodes: ['node-1'] });
  await cluster.advance('10m');
  const expected = await logOf(pool, 'gone');
  // 20 s before its controller gives the node up: it has been waiting for its lease since.
  const fork = await cluster.fork({ name: 'gone-back', at: '2025-01-01T00:01:20Z' });
  const { clock } = (await orrery.operations.cluster({ name: 'gone-back' })).cluster!;
  expect(clock!.now).toBe('2025-01-01T00:01:20.000000Z');
  expect(await fork.faults.list()).toMatchObject([{ nodeName: 'node-1', kind: 'POWER_OFF' }]);
  await fork.clock.advance({ to: '2025-01-01T00:11:00Z' });
  expect(firstDifference(await logOf(pool, 'gone-back'), expected)).toBeUndefined();
  expect((await orrery.operations.cluster({ name: 'gone-back' })).cluster!.forkedFrom).toMatchObject({
    cluster: 'gone',
  });
});

test('a revision in the middle of a reaction is forked from its objects', async () => {
  const cluster = await orrery.cluster({ name: 'middle', nodes: 1, clock: 'manual', record: true });
  await cluster.apply([1, 2, 3].map((i) => pod(`pod-${i}`)));
  const [{ resourceVersion } = { resourceVersion: '' }] = await cluster.changes({ object: { kind: 'Pod' } });
  const fork = await cluster.fork({ name: 'middle-2', at: resourceVersion });
  expect((await fork.list('v1', 'Pod')).map(({ metadata }) => metadata.name)).toEqual(['pod-1']);
  await expect(cluster.fork({ name: 'middle-2', at: '1' })).rejects.toThrow(/"middle-2" already exists/);
});

function pod(name: string): object {
  const spec = { containers: [{ name: 'c', image: 'nginx' }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec };
}
