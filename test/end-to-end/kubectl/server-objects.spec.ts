import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

interface Scene extends TestCluster {
  readonly kubectl: Client;
}

async function scene(name: string): Promise<Scene> {
  const cluster = await server.cluster({ name, clock: { mode: 'manual' } });
  await cluster.runtime.settle();
  return { ...cluster, kubectl: new Client(binary!, cluster.url) };
}

story('flow schemas and levels are there, stay as they must, and say whether their level exists', async () => {
  const { kubectl, runtime } = await scene('flow');
  const schemas = await kubectl.run(['get', 'flowschemas']);
  expect(schemas.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
    'NAME',
    'exempt',
    'probes',
    'system-leader-election',
    'endpoint-controller',
    'workload-leader-election',
    'system-node-high',
    'system-nodes',
    'kube-controller-manager',
    'kube-scheduler',
    'kube-system-service-accounts',
    'service-accounts',
    'global-default',
    'catch-all',
    '',
  ]);
  expect(schemas).toMatch(/catch-all +catch-all +10000 +ByUser +\S+ +False/);
  expect(await kubectl.run(['get', 'prioritylevelconfigurations'])).toMatch(/workload-low +Limited +100 +128 +6 +50 /);
  await kubectl.run(['delete', 'prioritylevelconfiguration', 'workload-low', 'catch-all']);
  await kubectl.run(['annotate', 'flowschema', 'exempt', 'apf.kubernetes.io/autoupdate-spec-']);
  const patch = '{"spec":{"matchingPrecedence":7}}';
  await kubectl.run(['patch', 'flowschema', 'probes', '--type=merge', `--patch=${patch}`]);
  const refused = await kubectl.try(['patch', 'flowschema', 'catch-all', '--type=merge', `--patch=${patch}`]);
  expect(refused.stderr).toContain("spec of 'catch-all' must equal the fixed value");
  const level = { priorityLevelConfiguration: { name: 'absent' } };
  const own = {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name: 'own' },
    spec: level,
  };
  await kubectl.run(['create', '-f', '-'], JSON.stringify(own));
  await runtime.settle();
  expect(await kubectl.run(['get', 'prioritylevelconfigurations', '-o', 'name'])).toMatch(/catch-all[^]*workload-low/);
  const exempt = await kubectl.run(['get', 'flowschema', 'exempt', '-o', 'jsonpath={.metadata.annotations}']);
  expect(JSON.parse(exempt)).toEqual({ 'apf.kubernetes.io/autoupdate-spec': 'true' });
  const both = await kubectl.run([
    'get',
    'flowschemas',
    'probes',
    'own',
    '-o',
    'custom-columns=P:.spec.matchingPrecedence,D:.status.conditions[0].status',
  ]);
  expect(both).toMatch(/2 +False\n1000 +True/);
});
