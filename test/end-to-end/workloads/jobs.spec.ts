import { Client, clientBinary } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

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
  await client.run(['wait', 'job/pi', '--for=condition=complete', '--timeout=240s']);
  expect(await client.run(['get', 'job', 'pi', '--no-headers'])).toMatch(/^pi +Complete +1\/1 +\d+s +/);
  expect(await client.run(['get', 'pods', '-l', 'job-name=pi', '--no-headers'])).toMatch(/^pi-\w{5} +0\/1 +Completed /);
  expect(await client.run(['describe', 'job', 'pi'])).toMatch(/Pods Statuses: +0 Active .*\/ 1 Succeeded \/ 0 Failed/);
  await client.run(['delete', 'job', 'pi']);
  await client.run(['wait', '--for=delete', 'pods', '-l', 'job-name=pi', '--timeout=240s']);
});

story('a job that has ended goes when its time is over', async () => {
  const { client, cluster } = await scene({ mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' });
  const container = { name: 'c', image: 'x' };
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'brief' },
    spec: { ttlSecondsAfterFinished: 30, template: { spec: { restartPolicy: 'Never', containers: [container] } } },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(job));
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const ended = await client.run(['get', 'job', 'brief', '-o', 'jsonpath={.status.completionTime}']);
  await cluster.mutate('advanceClock', { to: new Date(Date.parse(ended) + 29_999).toISOString() }, 'events');
  expect(await client.run(['get', 'jobs', '-o', 'name'])).toBe('job.batch/brief\n');
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  expect(await client.run(['get', 'jobs,pods', '-o', 'name'])).toBe('');
});

story('a job that fails waits longer each time, and gives up', async () => {
  const { client, cluster } = await scene({ mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' });
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
  const { client, cluster } = await scene({ mode: 'MANUAL', startAt: '2026-03-01T12:00:30Z' });
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

/** A job whose pods run for a second and end with these codes, one pod after the other. */
async function apply(client: Client, spec: object, exitCodes: readonly number[]): Promise<void> {
  const behavior = {
    apiVersion: 'sim.orrery.dev/v1',
    kind: 'PodBehavior',
    metadata: { name: 'ends' },
    spec: { selector: {}, containers: { '*': { run: { exitAfter: '1s', exitCodes } } } },
  };
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } }, ...spec },
  };
  await client.run(['create', '-f', '-'], [behavior, job].map((each) => JSON.stringify(each)).join('\n---\n'));
}

const MANUAL = { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' };

story('a job fails at once by its pod failure policy, and says which rule', async () => {
  const { client, cluster } = await scene(MANUAL);
  const rules = [{ action: 'FailJob', onExitCodes: { containerName: 'c', operator: 'In', values: [42] } }];
  await apply(client, { backoffLimit: 5, podFailurePolicy: { rules } }, [42]);
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  const text = await client.run(['describe', 'job', 'work']);
  expect(text).toMatch(/Pods Statuses: +0 Active \(0 Ready\) \/ 0 Succeeded \/ 1 Failed/);
  expect(text).toMatch(
    /Warning +PodFailurePolicy .*Container c for pod default\/work-\w{5} failed with exit code 42 matching FailJob rule at index 0/,
  );
  expect(await client.run(['get', 'job', 'work', '-o', 'jsonpath={.status.conditions[*].type}'])).toBe(
    'FailureTarget Failed',
  );
  expect(await client.run(['get', 'job', 'work', '-o', 'jsonpath={.spec.podReplacementPolicy}'])).toBe('Failed');
});

story('each index of a job fails for itself', async () => {
  const { client, cluster } = await scene(MANUAL);
  const spec = { completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimitPerIndex: 1 };
  await apply(client, spec, [1]);
  await cluster.mutate('advanceClock', { by: '8s' }, 'events');
  const failures =
    'jsonpath={range .items[*]}{.metadata.annotations.batch\\.kubernetes\\.io/job-index-failure-count} {end}';
  expect((await client.run(['get', 'pods', '-o', failures])).trim()).toBe('0 0 0');
  await cluster.mutate('advanceClock', { by: '5m' }, 'events');
  expect((await client.run(['get', 'pods', '-o', failures])).trim().split(' ').sort().join(' ')).toBe('0 0 0 1 1 1');
  const status = '{.status.failed} {.status.failedIndexes} {.status.conditions[-1:].reason} {.spec.backoffLimit}';
  expect(await client.run(['get', 'job', 'work', '-o', `jsonpath=${status}`])).toBe('6 0-2 FailedIndexes 2147483647');
  expect(await client.run(['get', 'job', 'work', '--no-headers'])).toMatch(/^work +Failed +0\/3 /);
});

story('a job is a success by its policy, suspends, and starts where its template says', async () => {
  const { client, cluster } = await scene(MANUAL);
  const key = 'batch.kubernetes.io/job-completion-index';
  const behavior = (name: string, indexes: string[], run: object): object => ({
    apiVersion: 'sim.orrery.dev/v1',
    kind: 'PodBehavior',
    metadata: { name },
    spec: {
      selector: { labelSelector: { matchExpressions: [{ key, operator: 'In', values: indexes }] } },
      containers: { '*': { run } },
    },
  });
  const leader = behavior('leader', ['0'], { exitAfter: '1m', exitCodes: [0] });
  const workers = behavior('workers', ['1', '2'], { exitAfter: '1h', exitCodes: [0] });
  await client.run(['create', '-f', '-'], [leader, workers].map((each) => JSON.stringify(each)).join('\n---\n'));
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'lead' },
    spec: {
      ...{ completionMode: 'Indexed', completions: 3, parallelism: 3, suspend: true, ttlSecondsAfterFinished: 600 },
      successPolicy: { rules: [{ succeededIndexes: '0' }] },
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } },
    },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(job));
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  expect(await client.run(['get', 'pods', '-o', 'name'])).toBe('');
  expect(await client.run(['get', 'job', 'lead', '--no-headers'])).toMatch(/^lead +Suspended +0\/3 /);
  const [node] = (await client.run(['get', 'nodes', '-o', 'name'])).trim().split('\n');
  const name = node!.replace('node/', '');
  const placed = { spec: { template: { spec: { nodeSelector: { 'kubernetes.io/hostname': name } } } } };
  await client.run(['patch', 'job', 'lead', '-p', JSON.stringify(placed)]);
  await client.run(['patch', 'job', 'lead', '-p', '{"spec":{"suspend":false}}']);
  await cluster.mutate('advanceClock', { by: '30s' }, 'events');
  expect(await client.run(['get', 'pods', '-o', 'jsonpath={.items[*].spec.nodeName}'])).toBe(
    [name, name, name].join(' '),
  );
  const moved = await client.try([
    'patch',
    'job',
    'lead',
    '-p',
    '{"spec":{"template":{"spec":{"nodeSelector":null}}}}',
  ]);
  expect(moved.stderr).toContain('field is immutable');
  // What is suspended has not failed.
  await client.run(['patch', 'job', 'lead', '-p', '{"spec":{"suspend":true}}']);
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  expect(await client.run(['get', 'pods', '-o', 'name'])).toBe('');
  await client.run(['patch', 'job', 'lead', '-p', '{"spec":{"suspend":false}}']);
  await cluster.mutate('advanceClock', { by: '3m' }, 'events');
  const status = '{.status.conditions[-1:].type} {.status.conditions[-1:].reason} {.status.completedIndexes} ';
  expect(await client.run(['get', 'job', 'lead', '-o', `jsonpath=${status}{.status.failed}`])).toBe(
    'Complete SuccessPolicy 0 ',
  );
  await cluster.mutate('advanceClock', { by: '10m' }, 'events');
  expect(await client.run(['get', 'jobs', '-o', 'name'])).toBe('');
});
