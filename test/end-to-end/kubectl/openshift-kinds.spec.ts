import { Client, clientBinary, until } from '@orrery/test-services';
import { ask } from '../../../libs/testing/kit/graphql-client';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const USERS = `
root-token,root,u0,"system:masters"
dev-token,dev,u1,"system:authenticated:oauth"
ops-token,ops,u2,"operators"
`;

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

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let client: Client;
let dev: Client;

beforeAll(async () => {
  const { users } = parseStaticTokens(USERS);
  const access = { mode: AuthorizationMode.Rbac, users: users! };
  server = await startTestGraphqlServer({ access, token: 'root-token' });
  cluster = await server.cluster({ nodes: 1, settings: { bundle: 'okd-legacy' } });
  if (binary === undefined) return;
  client = new Client(binary, cluster.url, 'root-token');
  dev = new Client(binary, cluster.url, 'dev-token');
});
afterAll(async () => {
  client?.dispose();
  dev?.dispose();
  await server.close();
});

async function request(
  path: string,
  { token = 'root-token', to = cluster, ...more }: { token?: string; to?: TestGraphqlCluster; body?: unknown } = {},
) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const posted = 'body' in more ? { method: 'POST', body: JSON.stringify(more.body) } : {};
  const { status, body } = await ask(`${to.url}${path}`, { headers, ...posted });
  return { code: status, body: body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {} };
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
    const { code, body } = await request(PROCESSED, { body: TEMPLATE });
    expect(code).toBe(201);
    expect(body).toMatchObject({ kind: 'Template', message: 'The shop shop is open.' });
    const items = body['objects'] as { metadata: object }[];
    expect(items[0]).toMatchObject({ metadata: { name: 'shop', labels: { template: 'shop' } }, spec: { replicas: 2 } });
    expect(items[0]!.metadata).not.toHaveProperty('namespace');
    await client.run(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    expect(await client.run(['get', 'deployment', '-l', 'template=shop', '-o', 'name'])).toBe(
      'deployment.extensions/shop\n',
    );
  });

  test('are refused with what is missing, and not kept', async () => {
    const { code, body } = await request(PROCESSED, {
      body: { ...TEMPLATE, parameters: [{ name: 'NAME', required: true }] },
    });
    expect(code).toBe(422);
    expect(body['message']).toBe(
      'Template.template.openshift.io "shop" is invalid: template.parameters[0]: Required value: ' +
        'template.parameters[0]: parameter NAME is required and must be specified',
    );
  });

  test('are unknown to other releases', async () => {
    const modern = await server.cluster();
    const answer = await request('/apis/template.openshift.io/v1/templates', { to: modern });
    expect(answer.code).toBe(404);
  });
});

describe('projects', () => {
  const PROJECTS = '/apis/project.openshift.io/v1/projects';
  const REQUESTS = '/apis/project.openshift.io/v1/projectrequests';
  const asked = (name: string, more: object = {}) => ({
    body: { apiVersion: 'project.openshift.io/v1', kind: 'ProjectRequest', metadata: { name }, ...more },
  });

  story('are namespaces in another form', async () => {
    const annotations = { 'openshift.io/display-name': 'Shops', 'openshift.io/node-selector': 'region=east' };
    const project = {
      apiVersion: 'project.openshift.io/v1',
      kind: 'Project',
      metadata: { name: 'shops', annotations },
    };
    await client.run(['create', '-f', '-'], JSON.stringify(project));
    expect(await client.run(['get', 'project', 'shops'])).toMatch(
      /^NAME +DISPLAY NAME +STATUS\nshops +Shops +Active\n$/,
    );
    const namespace = await client.run(['get', 'namespace', 'shops', '-o', 'jsonpath={.kind} {.spec.finalizers}']);
    expect(namespace).toBe('Namespace ["kubernetes"]');
    await client.run(['label', 'namespace', 'shops', 'team=a']);
    expect(await client.run(['get', 'projects', '-l', 'team=a', '-o', 'name'])).toBe(
      'project.project.openshift.io/shops\n',
    );
    await client.run(['annotate', '--overwrite', 'project', 'shops', 'openshift.io/display-name=Our shops']);
    expect(await client.run(['get', 'project', 'shops'])).toContain('Our shops');
    // It goes when its content is gone, whatever is written of its finalizers.
    await client.run(['patch', 'project', 'shops', '--type=merge', '-p', '{"spec":{"finalizers":null}}']);
    expect(await client.run(['get', 'namespace', 'shops', '-o', 'jsonpath={.spec.finalizers}'])).toBe('["kubernetes"]');
    // Other parties select namespaces by their labels, so an administrator of a project must not change them.
    for (const change of ['team=b', 'team-']) {
      expect((await client.try(['label', '--overwrite', 'project', 'shops', change])).stderr).toContain(
        'metadata.labels[team]: Invalid value',
      );
    }
    const { stderr } = await client.try([
      'annotate',
      '--overwrite',
      'project',
      'shops',
      'openshift.io/node-selector=a=b',
    ]);
    expect(stderr).toContain('field is immutable, try updating the namespace');
    await client.run(['create', 'configmap', 'kept', '-n', 'shops']);
    await client.run(['delete', 'project', 'shops']);
    expect((await client.try(['get', 'namespace', 'shops'])).stderr).toContain('namespaces "shops" not found');
    expect((await client.try(['delete', 'project', 'kube-system'])).stderr).toContain(
      'this namespace may not be deleted',
    );
  });

  story('are given to users who request them, and shown to those who may read them', async () => {
    const token = 'dev-token';
    expect(await request(REQUESTS, { token })).toMatchObject({ code: 200, body: { status: 'Success' } });
    const made = await request(REQUESTS, { token, ...asked('own', { displayName: 'My own' }) });
    expect(made).toMatchObject({ code: 201, body: { kind: 'Project', metadata: { name: 'own' } } });
    expect(await dev.run(['get', 'projects', '-o', 'name'])).toBe('project.project.openshift.io/own\n');
    expect((await client.run(['get', 'projects', '-o', 'name'])).split('\n')).toContain(
      'project.project.openshift.io/kube-system',
    );
    // GraphQL leaves nothing out of a list: it asks for the right to all namespaces.
    const { errors } = await server.as(token, cluster.name).send<unknown>('{ projects { totalCount } }');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', resource: 'namespaces', verb: 'list' } }]);
    const named = '{ objects(apiVersion: "project.openshift.io/v1", kind: "Project") { totalCount } }';
    expect((await server.as(token, cluster.name).send<unknown>(named)).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN', resource: 'namespaces' } },
    ]);
    await dev.run(['create', 'configmap', 'kept', '-n', 'own']);
    await dev.run(['create', 'rolebinding', 'ops', '--clusterrole=view', '--user=ops', '-n', 'own']);
    const seen = await request(PROJECTS, { token: 'ops-token' });
    expect(seen.body['items']).toMatchObject([
      { metadata: { name: 'own', annotations: { 'openshift.io/requester': 'dev' } } },
    ]);
    expect((await dev.try(['get', 'project', 'default'])).stderr).toContain('is forbidden: User "dev" cannot get');
    await dev.run(['delete', 'project', 'own']);
  });

  test('are refused to users who may not have them, twice, and by bad names', async () => {
    expect(await request(REQUESTS, { token: 'ops-token', ...asked('other') })).toMatchObject({ code: 403 });
    expect((await request(REQUESTS, asked('default'))).body['message']).toBe(
      'project.project.openshift.io "default" already exists',
    );
    expect((await request(REQUESTS, asked('a'))).body['message']).toContain('must be at least 2 characters long');
    expect((await request(REQUESTS, asked('good', { displayName: 'a\nb' }))).body['message']).toContain(
      'displayName: Invalid value: "a\\nb": may not contain a new line, tab, or return',
    );
  });

  test('a client can ask who it is', async () => {
    expect(await request('/apis/user.openshift.io/v1/users/~', { token: 'ops-token' })).toMatchObject({
      code: 200,
      body: { kind: 'User', metadata: { name: 'ops' }, groups: ['operators', 'system:authenticated'] },
    });
    expect((await request('/apis/user.openshift.io/v1/users/dev', {})).code).toBe(404);
  });
});

test('every namespace has the bindings of its accounts, again when they are deleted, and as users leave them', async () => {
  const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/bound/rolebindings';
  await request('/api/v1/namespaces', { body: { metadata: { name: 'bound' } } });
  const bindings = async (): Promise<Record<string, unknown>[]> =>
    (await request(path)).body['items'] as Record<string, unknown>[];
  const all = (): Promise<unknown> => until('all bindings are there', async () => (await bindings()).length === 3);
  const wanted = [
    { metadata: { name: 'system:deployers' }, roleRef: { name: 'system:deployer' }, subjects: [{ name: 'deployer' }] },
    {
      metadata: { name: 'system:image-builders' },
      subjects: [{ kind: 'ServiceAccount', name: 'builder', namespace: 'bound' }],
    },
    { metadata: { name: 'system:image-pullers' }, subjects: [{ kind: 'Group', name: 'system:serviceaccounts:bound' }] },
  ];
  await all();
  expect(await bindings()).toMatchObject(wanted);
  const remove = { method: 'DELETE', headers: { authorization: 'Bearer root-token' } };
  await ask(`${cluster.url}${path}/system:deployers`, remove);
  await all();
  expect(await bindings()).toMatchObject(wanted);
  const headers = { authorization: 'Bearer root-token', 'content-type': 'application/merge-patch+json' };
  await ask(`${cluster.url}${path}/system:deployers`, { method: 'PATCH', headers, body: '{"subjects":null}' });
  expect((await bindings())[0]).not.toHaveProperty('subjects');
});
