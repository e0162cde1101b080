import { stringify } from 'yaml';
import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { startTestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const NETWORKING = 'networking.k8s.io/v1';
const metadata = { name: 'shop' };
const template = { metadata: { labels: { app: 'shop' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const backend = { service: { name: 'shop', port: { number: 80 } } };
const application = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } },
  { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 1, selector: { matchLabels: { app: 'shop' } }, template },
  },
  { apiVersion: 'v1', kind: 'PodTemplate', metadata, template },
  { apiVersion: NETWORKING, kind: 'IngressClass', metadata, spec: { controller: 'example.com/router' } },
  {
    apiVersion: NETWORKING,
    kind: 'Ingress',
    metadata,
    spec: {
      ingressClassName: 'shop',
      rules: [{ host: 'shop.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  },
  {
    apiVersion: NETWORKING,
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: { app: 'shop' } },
      ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80, protocol: 'TCP' }] }],
    },
  },
];
const manifests = application.map((document) => stringify(document, { aliasDuplicateObjects: false })).join('---\n');

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(async () => {
  await server.close();
});

const versions = [
  { name: 'kubectl 1.35', isModern: true, binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', isModern: false, binary: oldKubectl() },
];

describe.each(versions)('$name', ({ name, isModern, binary }) => {
  // A machine that cannot have this client skips its tests by name.
  const story = binary === undefined ? test.skip : test;
  let cluster: TestCluster;
  let client: Client;
  const kubectl = (...args: string[]): Promise<string> => client.run(args);
  const apply = (text: string): Promise<string> => client.run(['apply', '-f', '-'], text);

  beforeAll(async () => {
    if (binary === undefined) return;
    cluster = await server.cluster({ name: name.replace(/\W+/g, '-'), nodes: 1 });
    client = new Client(binary, cluster.url);
  });
  afterAll(() => client?.dispose());

  story('applies a whole application twice, shows and deletes it', async () => {
    const lines = (verb: string): string[] => application.map(() => verb);
    const verbsOf = (printed: string): string[] =>
      printed
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[1]!);
    expect(verbsOf(await apply(manifests))).toEqual(lines('created'));
    expect(verbsOf(await apply(manifests))).toEqual(lines('unchanged'));
    const shown = await kubectl('get', 'ing,netpol,ingressclass,podtemplate');
    expect(shown).toMatch(/NAME +CLASS +HOSTS +ADDRESS +PORTS +AGE\n\S+\/shop +shop +shop.example.com +80 +\S+\n/);
    expect(shown).toMatch(/NAME +POD-SELECTOR +AGE\n\S+\/shop +app=shop +\S+\n/);
    expect(shown).toMatch(/NAME +CONTROLLER +PARAMETERS +AGE\n\S+\/shop +example.com\/router +<none> +\S+\n/);
    expect(shown).toMatch(/NAME +CONTAINERS +IMAGES +POD LABELS\n\S+\/shop +c +nginx +app=shop\n/);
    const described = await kubectl('describe', 'ing', 'shop');
    expect(described).toMatch(/shop.example.com *\n +\/ +shop:80/);
    if (isModern) expect(described).toMatch(/Ingress Class: +shop/);
    expect(await kubectl('describe', 'netpol', 'shop')).toMatch(/To Port: 80\/TCP[^]*Policy Types: Ingress/);
    expect(verbsOf(await client.run(['delete', '-f', '-'], manifests)).length).toBe(application.length);
    expect(await kubectl('get', 'ing,netpol,podtemplate', '-o', 'name')).toBe('');
  });

  story('patches the template of a pod by the names of its containers', async () => {
    await apply(stringify(application[3]));
    const patch = { template: { spec: { containers: [{ name: 'd', image: 'x' }] } } };
    await kubectl('patch', 'podtemplate', 'shop', '-p', JSON.stringify(patch));
    const show = (path: string): Promise<string> => kubectl('get', 'podtemplate', 'shop', '-o', `jsonpath={${path}}`);
    expect((await show('.template.spec.containers[*].image')).split(' ').sort()).toEqual(['nginx', 'x']);
    expect(await show('.metadata.generation')).toBe('2');
  });

  story('refuses what is wrong, in the usual words', async () => {
    const wrong = {
      ...application[5],
      spec: { rules: [{ http: { paths: [{ path: 'a', pathType: 'Exact', backend }] } }] },
    };
    const refused = await client.try(['create', '-f', '-'], JSON.stringify(wrong));
    expect(refused.stderr).toMatch(
      /spec.rules\[0\].http.paths\[0\].path: Invalid value: "a": must be an absolute path/,
    );
  });

  story('a pod gets what its RuntimeClass says', async () => {
    const runtimeClass = {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: 'kata' },
      handler: 'kata-qemu',
      overhead: { podFixed: { cpu: '250m' } },
      scheduling: { nodeSelector: { runtime: 'kata' } },
    };
    await apply(stringify(runtimeClass));
    expect(await kubectl('get', 'runtimeclass')).toMatch(/NAME +HANDLER +AGE\nkata +kata-qemu +\S+\n/);
    const pod = (runtimeClassName: string): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'sandboxed' },
        spec: { runtimeClassName, containers: [{ name: 'c', image: 'i' }] },
      });
    expect((await client.try(['create', '-f', '-'], pod('gvisor'))).stderr).toMatch(
      'pods "sandboxed" is forbidden: pod rejected: RuntimeClass "gvisor" not found',
    );
    await client.run(['create', '-f', '-'], pod('kata'));
    const shown = await kubectl('get', 'pod', 'sandboxed', '-o', 'jsonpath={.spec.overhead.cpu} {.spec.nodeSelector}');
    expect(shown).toBe('250m {"runtime":"kata"}');
    await kubectl('delete', 'pod/sandboxed', 'runtimeclass/kata', '--force');
  });

  story('classes of volume attributes are shown and keep their parameters', async () => {
    const gold = { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', metadata: { name: 'gold' } };
    const withIops = (iops: string): string =>
      stringify({ ...gold, driverName: 'disk.example.com', parameters: { iops } });
    await apply(withIops('4000'));
    expect(await kubectl('get', 'vac')).toMatch(/NAME +DRIVERNAME +AGE\ngold +disk.example.com +\S+\n/);
    expect((await client.try(['apply', '-f', '-'], withIops('1'))).stderr).toMatch(
      'parameters: Forbidden: updates to parameters are forbidden.',
    );
    await kubectl('delete', 'vac', 'gold');
  });

  story('they go with their namespace and with their owner', async () => {
    await kubectl('create', 'namespace', 'brief');
    await client.run(['create', '-n', 'brief', '-f', '-'], stringify(application[6]));
    await kubectl('delete', 'namespace', 'brief', '--timeout=240s');
    expect(await kubectl('get', 'netpol', '-A', '-o', 'name')).toBe('');
    await kubectl('create', 'configmap', 'owner');
    const uid = await kubectl('get', 'configmap', 'owner', '-o', 'jsonpath={.metadata.uid}');
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
    await apply(stringify({ ...application[5], metadata: { name: 'owned', ownerReferences } }));
    await kubectl('delete', 'configmap', 'owner');
    // kubectl 1.20 calls it an error when nothing is left to wait for.
    await client.try(['wait', '--for=delete', 'ing/owned', '--timeout=240s']);
    expect(await kubectl('get', 'ing', '-o', 'name')).toBe('');
  });
});

test('GraphQL has the kinds by name', async () => {
  const graphql = await startTestGraphqlServer();
  try {
    const cluster = await graphql.cluster({ nodes: 1 });
    await cluster.mutate('createObject', { yaml: manifests }, 'objects { kind }');
    const question = `{
      ingress(name: "shop") { __typename spec { ingressClassName rules { host } tls { hosts } } status { loadBalancer { ingress { ip } } } }
      ingressClasses { nodes { spec { controller } } }
      networkPolicies { nodes { spec { podSelector { matchLabels } policyTypes egress { ports { port } } } } }
      podTemplate(name: "shop") { metadata { name } template { metadata { labels } } } }`;
    expect(await cluster.query(question)).toMatchObject({
      ingress: {
        __typename: 'Ingress',
        spec: { ingressClassName: 'shop', rules: [{ host: 'shop.example.com' }], tls: [] },
        status: { loadBalancer: { ingress: [] } },
      },
      ingressClasses: { nodes: [{ spec: { controller: 'example.com/router' } }] },
      networkPolicies: {
        nodes: [{ spec: { podSelector: { matchLabels: { app: 'shop' } }, policyTypes: ['Ingress'], egress: [] } }],
      },
      podTemplate: { metadata: { name: 'shop' }, template: { metadata: { labels: { app: 'shop' } } } },
    });
  } finally {
    await graphql.close();
  }
});
