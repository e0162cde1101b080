import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  AdmissionregistrationV1Api,
  ApiextensionsV1Api,
  CustomObjectsApi,
  KubeConfig,
  type V1CustomResourceDefinition,
} from '@kubernetes/client-node';
import { Client, selfSignedCertificate, startHookServer, until } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer } from '@orrery/testing';
import { GROUP, ShopController, type Shop } from './shop-controller';

/** A Python that has the client, as that of Debian with the package python3-kubernetes; undefined where there is none. */
function pythonWithClient(): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((python) => {
    try {
      execFileSync(python, ['-c', 'import kubernetes'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

const python = pythonWithClient();
const story = python === undefined ? test.skip : test;

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

story("a program with Python's client runs workloads, talks to containers and leads", async () => {
  const cluster = await server.cluster({ name: 'python', nodes: 2, clock: { mode: 'real' } });
  const client = new Client(python!, cluster.url);
  const parts = ['workloads', 'containers', 'errors', 'custom objects', 'leader election', 'deletion'];
  const { stdout, stderr, code } = await client.try([join(__dirname, 'python-client.py')]);
  expect({ stdout: stdout.trim().split('\n'), stderr, code }).toEqual({
    stdout: ['version 1', ...parts],
    stderr: expect.not.stringContaining('Traceback') as string,
    code: 0,
  });
  client.dispose();
});

const DEFINITION: V1CustomResourceDefinition = {
  metadata: { name: 'shops.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'shops', singular: 'shop', kind: 'Shop' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { greeting: { type: 'string' } } },
              status: { type: 'object', properties: { observedGeneration: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};

test('a controller with client-node keeps a custom kind, its webhook refuses, and its finalizer cleans up', async () => {
  const cluster = await server.cluster({ name: 'shops', nodes: 1, clock: { mode: 'real' } });
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'orrery', server: cluster.url, skipTLSVerify: true }, { name: 'operator' });
  const definitions = config.makeApiClient(ApiextensionsV1Api);
  await definitions.createCustomResourceDefinition({ body: DEFINITION });
  const shops = config.makeApiClient(CustomObjectsApi);
  await until('the kind is served', () =>
    shops.listNamespacedCustomObject(GROUP).then(
      () => true,
      () => false,
    ),
  );
  const { key, cert } = await selfSignedCertificate(['localhost'], Date.now());
  const hooks = await startHookServer({ key, cert });
  hooks.serve('/polite', ({ object }) => {
    const { spec } = object as Shop;
    return { response: { allowed: spec.greeting !== 'rude', status: { message: 'be polite' } } };
  });
  await config.makeApiClient(AdmissionregistrationV1Api).createValidatingWebhookConfiguration({
    body: {
      metadata: { name: 'polite' },
      webhooks: [
        {
          name: 'polite.example.com',
          clientConfig: { url: `${hooks.url}/polite`, caBundle: Buffer.from(cert).toString('base64') },
          rules: [
            { operations: ['CREATE', 'UPDATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['shops'] },
          ],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
  });
  const controller = new ShopController(config);
  await controller.start();
  const shop = (name: string, greeting: string) => ({
    apiVersion: 'example.com/v1',
    kind: 'Shop',
    metadata: { name },
    spec: { greeting },
  });
  const create = (name: string, greeting: string) =>
    shops.createNamespacedCustomObject({ ...GROUP, body: shop(name, greeting) });
  await create('corner', 'hello');
  await expect(create('other', 'rude')).rejects.toThrow(/denied the request: be polite/);
  const found = (namespace: string, name: string) =>
    cluster.runtime.cache.get({ resource: 'configmaps', namespace, name });
  await until('the greeting is there', () => found('default', 'corner')?.['data'] !== undefined);
  expect(found('kube-public', 'mark-corner')).toBeDefined();
  await shops.deleteNamespacedCustomObject({ ...GROUP, name: 'corner' });
  await until('all is gone', () => !found('default', 'corner') && !found('kube-public', 'mark-corner'));
  expect(controller.failures).toEqual([]);
  await controller.stop();
  await hooks.close();
});
