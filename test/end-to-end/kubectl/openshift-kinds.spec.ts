import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const TEMPLATE = {
  apiVersion: 'template.openshift.io/v1',
  kind: 'Template',
  metadata: { name: 'shop', annotations: { description: 'A shop.\nWith a counter.' } },
  message: 'The shop ${NAME} is open.',
  labels: { template: 'shop' },
  parameters: [
    { name: 'NAME', value: 'shop', required: true },
    { name: 'REPLICAS', value: '2' },
    { name: 'PASSWORD', generate: 'expression', from: '[a-z0-9]{12}' },
  ],
  objects: [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: '${NAME}', namespace: 'elsewhere' },
      spec: {
        replicas: '${{REPLICAS}}',
        selector: { matchLabels: { app: '${NAME}' } },
        template: {
          metadata: { labels: { app: '${NAME}' } },
          spec: { containers: [{ name: 'main', image: 'nginx', env: [{ name: 'P', value: '${PASSWORD}' }] }] },
        },
      },
    },
  ],
};

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
let cluster: TestCluster;
let client: Client;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'legacy', nodes: 1, settings: { bundle: 'okd-legacy' } });
  if (binary !== undefined) client = new Client(binary, cluster.url);
});
afterAll(async () => {
  client?.dispose();
  await server.close();
});

async function post(path: string, body: unknown): Promise<{ code: number; body: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cluster.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { code: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const PROCESSED = '/apis/template.openshift.io/v1/namespaces/default/processedtemplates';

describe('templates', () => {
  story('are kept, listed and explained', async () => {
    await client.run(['create', '-f', '-'], JSON.stringify(TEMPLATE));
    expect(
      (await client.run(['get', 'templates']))
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['NAME', 'DESCRIPTION', 'PARAMETERS', 'OBJECTS'],
      ['shop', 'A shop.', '3 (1 generated)', '1'],
    ]);
    expect(await client.run(['explain', 'template.parameters'])).toContain('generate');
    const wrong = { ...TEMPLATE, metadata: { name: 'wrong' }, parameters: [{ name: 'A-B' }] };
    expect((await client.try(['create', '-f', '-'], JSON.stringify(wrong))).stderr).toContain(
      'parameters[0].name: Invalid value: "A-B": does not match ^[a-zA-Z0-9\\_]+$',
    );
  });

  story('become objects that run', async () => {
    const { code, body } = await post(PROCESSED, TEMPLATE);
    expect(code).toBe(201);
    expect(body).toMatchObject({ kind: 'Template', message: 'The shop shop is open.' });
    const items = body['objects'] as { metadata: object }[];
    expect(items[0]).toMatchObject({ metadata: { name: 'shop', labels: { template: 'shop' } }, spec: { replicas: 2 } });
    expect(items[0]!.metadata).not.toHaveProperty('namespace');
    await client.run(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    expect(await client.run(['get', 'deployment', '-l', 'template=shop', '-o', 'name'])).toBe('deployment.apps/shop\n');
  });

  test('are refused with what is missing, and not kept', async () => {
    const { code, body } = await post(PROCESSED, { ...TEMPLATE, parameters: [{ name: 'NAME', required: true }] });
    expect(code).toBe(422);
    expect(body['message']).toBe(
      'Template.template.openshift.io "shop" is invalid: template.parameters[0]: Required value: ' +
        'template.parameters[0]: parameter NAME is required and must be specified',
    );
  });

  test('are unknown to other releases', async () => {
    const modern = await server.cluster({ name: 'modern' });
    const answer = await fetch(`${modern.url}/apis/template.openshift.io/v1/templates`);
    expect(answer.status).toBe(404);
  });
});
