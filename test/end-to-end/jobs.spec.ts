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
