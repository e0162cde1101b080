import { Client, clientBinary, RawClient } from '@orrery/test-services';
import type { ClusterRuntime } from '@orrery/control-plane';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/*
 * A clock in mode `auto`, with clients that know nothing of it. Nothing here is about how long it takes: a clock that stood
 * still would never end these waits.
 */

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;
const SECOND_MS = 1000;

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let runtime: ClusterRuntime;
let kubectl: Client;
let client: RawClient;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 4, clock: { mode: 'AUTO', rate: 100_000 } });
  runtime = (await server.plane.cluster(cluster.name))!;
  await runtime.settle();
  const url = `${server.url}/clusters/${cluster.name}`;
  if (binary !== undefined) kubectl = new Client(binary, url);
  client = new RawClient(url);
});
afterAll(() => server.close());

const nowMs = (): number => runtime.clock.now();

story('a rollout is waited for, which takes cluster time', async () => {
  const beganMs = nowMs();
  await kubectl.run(['create', 'deployment', 'web', '--image=nginx', '--replicas=6']);
  const status = await kubectl.run(['rollout', 'status', 'deployment/web']);
  expect(status).toContain('successfully rolled out');
  expect(nowMs()).toBeGreaterThan(beganMs);
});

story('a job of five minutes ends at its instant', async () => {
  await kubectl.run(['create', 'job', 'report', '--image=busybox', '--', 'sleep', '300']);
  await kubectl.run(['wait', '--for=condition=complete', 'job/report', '--timeout=60s']);
  const { startTime, completionTime } = (await client.send('/apis/batch/v1/namespaces/default/jobs/report')).json
    .status;
  const tookMs = Date.parse(completionTime) - Date.parse(startTime);
  expect(tookMs).toBeGreaterThanOrEqual(300 * SECOND_MS);
  expect(tookMs).toBeLessThan(310 * SECOND_MS);
});

test('a hold keeps it where it is, until it is released', async () => {
  const { hold } = await cluster.mutate<{ hold: string }>('holdClock', { for: '10m' }, 'hold: name');
  await runtime.settle();
  const heldMs = nowMs();
  const body = { metadata: { name: 'held' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  await client.send('/api/v1/namespaces/default/pods', { method: 'POST', body });
  const pod = async () => (await client.send('/api/v1/namespaces/default/pods/held')).json;
  await runtime.settle();
  expect([(await pod()).status.phase, nowMs()]).toEqual(['Pending', heldMs]);
  const running = new Promise<void>((resolve) => {
    const stop = runtime.cache.subscribe((changes) => {
      const isRunning = changes.some(
        ({ object }) =>
          object.metadata.name === 'held' && (object.status as { phase?: string } | undefined)?.phase === 'Running',
      );
      if (isRunning) resolve(stop());
    });
  });
  await cluster.mutate('releaseClock', { name: hold }, 'name');
  await running;
  expect(nowMs()).toBeGreaterThan(heldMs);
});

test('a hold that cannot be is refused with its field', async () => {
  await expect(cluster.mutate('holdClock', { for: '2h' }, 'name')).rejects.toThrow(
    'for: must be greater than 0 and at most 1h',
  );
});

test('it is not advanced by hand', async () => {
  await expect(cluster.mutate('advanceClock', { by: '1m' }, 'events')).rejects.toThrow('pause it first');
});
