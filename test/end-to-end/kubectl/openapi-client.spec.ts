import { RawClient, until, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** An operation of the document, with the path at which it is. */
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly consumes?: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

type Arguments = Readonly<Record<string, string | number>>;

/** A client that knows nothing of Kubernetes but its document: calls are found by the names of operations, and checked by it. */
class DescribedClient {
  private constructor(
    private readonly client: RawClient,
    private readonly operations: ReadonlyMap<string, Operation>,
  ) {}

  static async of(client: RawClient): Promise<DescribedClient> {
    const { json } = await client.send('/openapi/v2');
    const shared = json.parameters as Record<string, { name: string; in: string }>;
    type Item = Record<string, Operation> & { parameters?: (Operation['parameters'][number] & { $ref?: string })[] };
    const resolve = (each: { $ref?: string; name: string; in: string }): { name: string; in: string } =>
      each.$ref === undefined ? each : shared[each.$ref.replace('#/parameters/', '')]!;
    const operations = Object.entries(json.paths as Record<string, Item>).flatMap(
      ([path, { parameters, ...methods }]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
          ...operation,
          path,
          method,
          parameters: [...(parameters ?? []), ...(operation.parameters ?? [])].map(resolve),
        })),
    );
    return new DescribedClient(client, new Map(operations.map((each) => [each.operationId, each])));
  }

  names(part: string): string[] {
    return [...this.operations.keys()].filter((name) => name.includes(part)).sort();
  }

  async call(operationId: string, given: Arguments = {}, body?: object): Promise<RawReply> {
    const operation = this.operations.get(operationId);
    if (!operation) throw new Error(`the document has no operation ${operationId}`);
    const query = new URLSearchParams();
    let { path } = operation;
    for (const [name, value] of Object.entries(given)) {
      const parameter = operation.parameters.find((each) => each.name === name);
      if (!parameter) throw new Error(`${operationId} has no parameter ${name}`);
      if (parameter.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
      else query.append(name, String(value));
    }
    if (body && !operation.parameters.some((each) => each.in === 'body')) throw new Error(`${operationId} has no body`);
    const [type = ''] = operation.consumes ?? [];
    const headers = type.includes('*') ? {} : { 'content-type': type };
    const asked = query.size > 0 ? `${path}?${query.toString()}` : path;
    return this.client.send(asked, { method: operation.method.toUpperCase(), ...(body ? { body, headers } : {}) });
  }
}

let server: TestApiServer;
let cluster: TestCluster;
let raw: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'described', nodes: 1 });
  raw = new RawClient(cluster.url);
});
afterAll(async () => {
  await server.close();
});

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const web = { metadata: { name: 'web' }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
const ours = { namespace: 'described' };

test('a client that builds itself from the document does a whole story', async () => {
  const client = await DescribedClient.of(raw);
  const expectCode = async (code: number, ...call: Parameters<DescribedClient['call']>): Promise<RawReply> => {
    const reply = await client.call(...call);
    expect({ call: call[0], code: reply.code }).toEqual({ call: call[0], code });
    return reply;
  };
  await expectCode(200, 'getCodeVersion');
  await expectCode(200, 'getAppsV1APIResources');
  await expectCode(201, 'createCoreV1Namespace', {}, { metadata: { name: ours.namespace } });
  await expectCode(201, 'createAppsV1NamespacedDeployment', { ...ours, dryRun: 'All' }, web);
  await expectCode(201, 'createAppsV1NamespacedDeployment', { ...ours, fieldValidation: 'Strict' }, web);
  const operations = [{ op: 'replace', path: '/spec/replicas', value: 1 }];
  await expectCode(200, 'patchAppsV1NamespacedDeployment', { ...ours, name: 'web' }, operations);
  const scale = await expectCode(200, 'readAppsV1NamespacedDeploymentScale', { ...ours, name: 'web' });
  expect(scale.json.spec).toEqual({ replicas: 1 });
  await until('a pod runs', async () => {
    const { json } = await client.call('listCoreV1NamespacedPod', { ...ours, labelSelector: 'app=web', limit: 5 });
    const pods = json.items as { status: { phase: string } }[];
    return pods.length === 1 && pods[0]!.status.phase === 'Running';
  });
  const { json } = await client.call('listCoreV1PodForAllNamespaces', {
    fieldSelector: 'metadata.namespace=described',
  });
  const { name } = json.items[0].metadata as { name: string };
  const log = await expectCode(200, 'readCoreV1NamespacedPodLog', { ...ours, name, tailLines: 1 });
  expect(log.bytes.toString()).toContain('started');
  await expectCode(200, 'readCoreV1NamespacedPodStatus', { ...ours, name });
  const events = await expectCode(200, 'watchCoreV1NamespacedPodList', { ...ours, timeoutSeconds: 1 });
  expect(events.bytes.toString()).toContain(`"name":"${name}"`);
  const eviction = { metadata: { name } };
  await expectCode(201, 'createCoreV1NamespacedPodEviction', { ...ours, name }, eviction);
  const options = { propagationPolicy: 'Foreground' };
  await expectCode(200, 'deleteAppsV1NamespacedDeployment', { ...ours, name: 'web' }, options);
});

test('custom kinds have their operations once they are defined, with the subresources that they have', async () => {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, subresources: { scale } };
  const definition = {
    metadata: { name: 'crontabs.stable.example.com' },
    spec: {
      group: 'stable.example.com',
      scope: 'Namespaced',
      names: { plural: 'crontabs', kind: 'CronTab' },
      versions: [version],
    },
  };
  const before = await DescribedClient.of(raw);
  expect(before.names('StableExampleCom')).toEqual([]);
  expect(await before.call('createApiextensionsV1CustomResourceDefinition', {}, definition)).toMatchObject({
    code: 201,
  });
  let client = before;
  await until('the document has the kind', async () => {
    client = await DescribedClient.of(raw);
    return client.names('CronTab').length > 0;
  });
  expect(client.names('StableExampleCom')).toEqual([
    'createStableExampleComV1NamespacedCronTab',
    'deleteStableExampleComV1CollectionNamespacedCronTab',
    'deleteStableExampleComV1NamespacedCronTab',
    'getStableExampleComAPIGroup',
    'getStableExampleComV1APIResources',
    'listStableExampleComV1CronTabForAllNamespaces',
    'listStableExampleComV1NamespacedCronTab',
    'patchStableExampleComV1NamespacedCronTab',
    'patchStableExampleComV1NamespacedCronTabScale',
    'readStableExampleComV1NamespacedCronTab',
    'readStableExampleComV1NamespacedCronTabScale',
    'replaceStableExampleComV1NamespacedCronTab',
    'replaceStableExampleComV1NamespacedCronTabScale',
  ]);
  const cron = { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'a' } };
  const created = await client.call('createStableExampleComV1NamespacedCronTab', { namespace: 'default' }, cron);
  expect(created).toMatchObject({ code: 201 });
});
