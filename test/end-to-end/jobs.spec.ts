import { Client, clientBinary } from '@orrery/testing';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../libs/testing/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

async function scene(
  clock: object = { mode: 'SCALED', rate: 20 },
): Promise<{ client: Client; cluster: TestGraphqlCluster }> {
  const cluster = await server.cluster({ clock, nodes: 2 });
  return { client: new Client(binary!, cluster.url), cluster };
}

story('a job runs to its end', async () => {
  const { client } = await scene();
  await client.run(['create', 'job', 'pi', '--image=perl', '--', 'perl', '-Mbignum=bpi', '-wle', 'print bpi(2000)']);
  await client.run(['wait', 'job/pi', '--for=condition=complete', '--timeout=30s']);
  expect(await client.run(['get', 'job', 'pi', '--no-headers'])).toMatch(/^pi +Complete +1\/1 +\d+s +/);
  expect(await client.run(['get', 'pods', '-l', 'job-name=pi', '--no-headers'])).toMatch(/^pi-\w{5} +0\/1 +Completed /);
  expect(await client.run(['describe', 'job', 'pi'])).toMatch(/Pods Statuses: +0 Active .*\/ 1 Succeeded \/ 0 Failed/);
  await client.run(['delete', 'job', 'pi']);
  await client.run(['wait', '--for=delete', 'pods', '-l', 'job-name=pi', '--timeout=30s']);
});

story('a job that fails waits longer each time, and gives up', async () => {
  const { client, cluster } = await scene({ mode: 'PAUSED', startAt: '2026-03-01T12:00:00Z' });
  const behavior = {
    apiVersion: 'sim.orrery.dev/v1',
    kind: 'PodBehavior',
    metadata: { name: 'fails' },
    spec: {
      selector: { labelSelector: { matchLabels: { 'job-name': 'bad' } } },
      containers: { '*': { run: { exitAfter: '1s', exitCodes: [1] } } },
    },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(behavior));
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'bad' },
    spec: { backoffLimit: 2, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(job));
  await cluster.mutate('advanceClock', { by: '10m' }, 'events');
  const times = await client.run(['get', 'pods', '-o', 'jsonpath={.items[*].metadata.creationTimestamp}']);
  const seconds = times
    .split(' ')
    .map((time) => (Date.parse(time) - Date.parse('2026-03-01T12:00:00Z')) / 1000)
    .sort((a, b) => a - b);
  expect(seconds).toHaveLength(3);
  // The pod runs for some seconds, then the job waits for ten, then for twenty.
  expect(seconds[1]! - seconds[0]!).toBeGreaterThanOrEqual(10);
  expect(seconds[2]! - seconds[1]! - (seconds[1]! - seconds[0]!)).toBe(10);
  expect(
    await client.run([
      'get',
      'job',
      'bad',
      '-o',
      'jsonpath={.status.failed} {.status.conditions[-1:].type} {.status.conditions[-1:].reason}',
    ]),
  ).toBe('3 Failed BackoffLimitExceeded');
});

story('a cron job makes jobs on the clock of the cluster and keeps the last three', async () => {
  const { client, cluster } = await scene({ mode: 'PAUSED', startAt: '2026-03-01T12:00:30Z' });
  const wrong = await client.try([
    'create',
    'cronjob',
    'hello',
    '--image=busybox',
    '--schedule=61 * * * *',
    '--',
    'date',
  ]);
  expect(wrong.stderr).toContain('spec.schedule: Invalid value: "61 * * * *"');
  await client.run(['create', 'cronjob', 'hello', '--image=busybox', '--schedule=*/5 * * * *', '--', 'date']);
  const jobs = async (): Promise<string[]> =>
    (await client.run(['get', 'jobs', '-o', 'jsonpath={range .items[*]}{.metadata.creationTimestamp} {end}']))
      .trim()
      .split(' ')
      .filter(Boolean);
  await cluster.mutate('advanceClock', { by: '4m29s' }, 'events');
  expect(await jobs()).toEqual([]);
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  expect(await jobs()).toEqual(['2026-03-01T12:05:00Z']);
  await cluster.mutate('advanceClock', { by: '30m30s' }, 'events');
  expect((await jobs()).sort()).toEqual(['2026-03-01T12:25:00Z', '2026-03-01T12:30:00Z', '2026-03-01T12:35:00Z']);
  expect(await client.run(['get', 'cronjob', 'hello', '-o', 'jsonpath={.status.lastScheduleTime}'])).toBe(
    '2026-03-01T12:35:00Z',
  );
  await client.run(['create', 'job', 'by-hand', '--from=cronjob/hello']);
  await client.run(['patch', 'cronjob', 'hello', '-p', '{"spec":{"suspend":true}}']);
  await cluster.mutate('advanceClock', { by: '30m' }, 'events');
  expect(await client.run(['get', 'cronjob', 'hello', '--no-headers'])).toMatch(
    /^hello +\*\/5 \* \* \* \* +<none> +True +0 +30m/,
  );
  await client.run(['delete', 'cronjob', 'hello']);
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  expect(await client.run(['get', 'jobs', '-o', 'name'])).toBe('');
});
