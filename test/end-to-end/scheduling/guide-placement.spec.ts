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

interface Scene {
  readonly client: Client;
  readonly cluster: TestGraphqlCluster;
}

/** A cluster configured by a master configuration file, and kubectl on it. */
async function scene(masterConfig = ''): Promise<Scene> {
  const cluster = await server.cluster({ clock: { mode: 'SCALED', rate: 20 }, nodes: 2 });
  if (masterConfig !== '') await cluster.mutate('setAdmissionConfig', { yaml: masterConfig }, 'config { plugins }');
  return { client: new Client(binary!, cluster.url), cluster };
}

/** The guide's own file (16.5.4), without the numbers of its margin. */
const NODE_SELECTORS = `
admissionConfig:
  pluginConfig:
    PodNodeSelector:
      configuration:
        podNodeSelectorPluginConfig:
          clusterDefaultNodeSelector: "k3=v3"
          ns1: region=west,env=test,infra=fedora,os=fedora
`;

const NS1 = `
apiVersion: v1
kind: Namespace
metadata:
  name: ns1
  annotations:
    scheduler.alpha.kubernetes.io/node-selector: env=test,infra=fedora
spec: {}
status: {}
`;

const helloPod = (name: string, nodeSelector: Record<string, string> = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { name: 'hello-pod' } },
    spec: { containers: [{ name: 'hello-pod', image: 'docker.io/ocpqe/hello-pod:latest' }], nodeSelector },
  });
const selectorOf = async (client: Client, namespace: string, pod: string): Promise<unknown> =>
  JSON.parse((await client.run(['get', 'pod', pod, '-n', namespace, '-o', 'jsonpath={.spec.nodeSelector}'])) || '{}');

story('16.5.4: the node selector of a project is merged into its pods, within its whitelist', async () => {
  const { client } = await scene(NODE_SELECTORS);
  await client.run(['create', '-f', '-'], NS1);
  const create = (pod: string, namespace = 'ns1') => client.try(['create', '-n', namespace, '-f', '-'], pod);

  expect(await create(helloPod('merged', { env: 'test', os: 'fedora' }))).toMatchObject({ code: 0 });
  expect(await selectorOf(client, 'ns1', 'merged')).toEqual({ env: 'test', infra: 'fedora', os: 'fedora' });

  const conflict = await create(helloPod('other', { env: 'production', infra: 'fedora', os: 'fedora' }));
  expect(conflict.stderr).toContain(
    'pods "other" is forbidden: pod node label selector conflicts with its namespace node label selector',
  );
  const unlisted = await create(helloPod('unlisted', { disk: 'ssd' }));
  expect(unlisted.stderr).toContain('pod node label selector labels conflict with its namespace whitelist');

  await client.run(['create', 'namespace', 'ns2']);
  await create(helloPod('plain'), 'ns2');
  expect(await selectorOf(client, 'ns2', 'plain')).toEqual({ k3: 'v3' });

  await client.run(['label', 'node', 'node-2', 'env=test', 'infra=fedora', 'os=fedora']);
  await client.run(['wait', '-n', 'ns1', 'pod/merged', '--for=condition=Ready', '--timeout=240s']);
  expect(await client.run(['get', 'pod', 'merged', '-n', 'ns1', '-o', 'jsonpath={.spec.nodeName}'])).toBe('node-2');
});

story('a configuration that cannot be used is refused with its field and changes nothing', async () => {
  const { cluster } = await scene(NODE_SELECTORS);
  const wrong = NODE_SELECTORS.replace('k3=v3', 'k3 in (v3)');
  expect(await cluster.attempt('setAdmissionConfig', { yaml: wrong }, 'config { plugins }')).toMatchObject({
    config: null,
    errors: [
      {
        code: 'INVALID',
        message: expect.stringContaining('Invalid value: invalid selector: [k3 in (v3)]') as string,
        field: expect.arrayContaining(['yaml', 'PodNodeSelector', 'clusterDefaultNodeSelector']) as string[],
      },
    ],
  });
  expect(await cluster.query('{ admissionConfig { plugins admissionConfig } }')).toMatchObject({
    admissionConfig: {
      plugins: expect.arrayContaining(['NamespaceLifecycle', 'PodNodeSelector', 'ResourceQuota']) as string[],
      admissionConfig: { pluginConfig: { PodNodeSelector: {} } },
    },
  });
});

story('limits of a namespace are filled in, and bound its pods', async () => {
  const { client } = await scene();
  const limits = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'limits' },
    spec: { limits: [{ type: 'Container', max: { cpu: '1' }, defaultRequest: { cpu: '100m' } }] },
  };
  await client.run(['create', '-f', '-'], JSON.stringify(limits));
  await client.run(['run', 'small', '--image=nginx']);
  expect(
    JSON.parse(await client.run(['get', 'pod', 'small', '-o', 'jsonpath={.spec.containers[0].resources}'])),
  ).toEqual({ limits: { cpu: '1' }, requests: { cpu: '100m' } });
  const large = helloPod('large').replace('"hello-pod",', '"hello-pod","resources":{"limits":{"cpu":"2"}},');
  expect((await client.try(['create', '-f', '-'], large)).stderr).toContain(
    'pods "large" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
  );
  expect(await client.run(['describe', 'limitrange', 'limits'])).toMatch(/Container +cpu +- +1 +100m +1 +-/);
});

story('a quota counts what comes and goes', async () => {
  const { client } = await scene();
  await client.run(['create', 'quota', 'rq', '--hard=pods=2,requests.cpu=1,count/configmaps=9']);
  const used = () =>
    client.run(['get', 'quota', 'rq', '-o', 'jsonpath={.status.used}']).then((text) => JSON.parse(text) as object);
  const create = (name: string, cpu: string) =>
    client.try(
      ['create', '-f', '-'],
      helloPod(name).replace('"hello-pod",', `"hello-pod","resources":{"requests":{"cpu":"${cpu}"}},`),
    );
  expect((await client.try(['run', 'p0', '--image=nginx'])).stderr).toContain(
    'pods "p0" is forbidden: failed quota: rq: must specify requests.cpu for: p0',
  );
  await create('p1', '600m');
  expect((await create('p2', '600m')).stderr).toContain(
    'pods "p2" is forbidden: exceeded quota: rq, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
  );
  expect((await create('p1', '100m')).stderr).toContain('already exists');
  expect(await used()).toMatchObject({ pods: '1', 'requests.cpu': '600m' });
  expect(await client.run(['describe', 'quota', 'rq'])).toMatch(/requests.cpu +600m +1/);
  await client.run(['delete', 'pod', 'p1', '--now']);
  await client.run(['wait', 'quota/rq', '--for=jsonpath={.status.used.pods}=0', '--timeout=240s']);
  expect(await used()).toMatchObject({ pods: '0', 'requests.cpu': '0' });
  await create('p2', '1');
  expect(await used()).toMatchObject({ pods: '1', 'requests.cpu': '1' });
});

story('a quota holds when many ask at once', async () => {
  const { client, cluster } = await scene();
  await client.run(['create', 'quota', 'rq', '--hard=pods=10']);
  const objects = (prefix: string) =>
    Array.from({ length: 20 }, (_, i) => JSON.parse(helloPod(`${prefix}-${i}`)) as object);
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((prefix) =>
      cluster.attempt<{ errors: readonly unknown[] }>('createObject', { objects: objects(prefix) }),
    ),
  );
  const refused = answers.flatMap(({ errors }) => errors);
  expect(refused).toHaveLength(50);
  expect(await client.run(['get', 'quota', 'rq', '-o', 'jsonpath={.status.used.pods}'])).toBe('10');
  expect((await client.run(['get', 'pods', '-o', 'name'])).trim().split('\n')).toHaveLength(10);
});
