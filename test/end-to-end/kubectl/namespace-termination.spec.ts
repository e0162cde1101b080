import { Client, clientBinary } from '@orrery/test-services';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

story('a namespace that cannot go says what remains in it and what holds that', async () => {
  const cluster = await server.cluster({ clock: { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' }, nodes: 1 });
  const client = new Client(binary!, cluster.url);
  const held = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', finalizers: ['example.com/hold'] } };
  await client.run(['create', 'namespace', 'team']);
  await client.run(['create', '-n', 'team', '-f', '-'], JSON.stringify(held));
  await client.run(['run', 'web', '-n', 'team', '--image=nginx']);
  await cluster.mutate('advanceClock', { by: '5s' }, 'events');
  await client.run(['delete', 'namespace', 'team', '--wait=false']);
  await cluster.mutate('advanceClock', { by: '1ms' }, 'events');
  const reported = (): Promise<string> =>
    client.run([
      'get',
      'namespace',
      'team',
      '-o',
      'jsonpath={range .status.conditions[?(@.status=="True")]}{.type}: {.message}{"\\n"}{end}',
    ]);
  expect(await reported()).toBe(
    'NamespaceContentRemaining: Some resources are remaining: configmaps. has 1 resource instances, ' +
      'pods. has 1 resource instances\n' +
      'NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: ' +
      'example.com/hold in 1 resource instances\n',
  );
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
  expect(await reported()).toContain('Some resources are remaining: configmaps. has 1 resource instances\n');
  expect(await client.run(['describe', 'namespace', 'team'])).toMatch(
    /NamespaceContentRemaining +True .*SomeResourcesRemain/,
  );
  await client.run([
    'patch',
    '-n',
    'team',
    'configmap',
    'held',
    '--type=merge',
    '-p',
    '{"metadata":{"finalizers":null}}',
  ]);
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  expect((await client.try(['get', 'namespace', 'team'])).stderr).toContain('NotFound');
});
