import { once } from 'node:events';
import { request } from 'node:https';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { ask } from '../../../libs/testing/kit/graphql-client';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { Client, clientBinary, oldKubectl, selfSignedCertificate } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

const USERS = `
root-token,root,u0,"system:masters"
dev-token,dev,u1,"developers"
ops-token,ops,u2,"operators"
node-token,system:node:node-1,u3,"system:nodes"
`;

/** Certificate of a client; it is its own authority. */
let certificate: Awaited<ReturnType<typeof selfSignedCertificate>>;
let server: TestGraphqlServer;
beforeAll(async () => {
  certificate = await selfSignedCertificate(['client'], Date.now());
  const { users } = parseStaticTokens(USERS);
  const access = { mode: AuthorizationMode.Rbac, users: users! };
  server = await startTestGraphqlServer({ access, token: 'root-token', clientCa: certificate.cert });
});
afterAll(() => server.close());

interface Scene {
  readonly cluster: TestGraphqlCluster;
  readonly root: Client;
  readonly dev: Client;
  as(token: string): Client;
}

/** A cluster with two nodes, and kubectl of an administrator and of a developer. */
async function scene(clock: object = { mode: 'SCALED', rate: 20 }): Promise<Scene> {
  const cluster = await server.cluster({ clock, nodes: 2 });
  const as = (token: string): Client => new Client(binary!, cluster.url, token);
  return { cluster, root: as('root-token'), dev: as('dev-token'), as };
}

const pod = (name: string, spec: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'nginx' }], ...spec },
  });

story('a role that is bound counts at once, and ends at once', async () => {
  const { root, dev, cluster } = await scene();
  const denied = 'pods is forbidden: User "dev" cannot list resource "pods" in API group "" in the namespace "default"';
  expect((await dev.try(['get', 'pods'])).stderr).toContain(`Error from server (Forbidden): ${denied}`);
  expect(await dev.try(['auth', 'can-i', 'create', 'pods'])).toMatchObject({ stdout: 'no\n', code: 1 });

  await root.run(['create', 'rolebinding', 'dev-edits', '--clusterrole=edit', '--group=developers']);
  expect(await dev.run(['get', 'pods'])).toBe('');
  expect(await dev.run(['auth', 'can-i', 'create', 'pods'])).toBe('yes\n');
  await dev.run(['run', 'web', '--image=nginx']);
  expect((await dev.try(['get', 'pods', '-n', 'kube-system'])).stderr).toContain('in the namespace "kube-system"');
  expect((await dev.try(['get', 'nodes'])).stderr).toContain(
    'nodes is forbidden: User "dev" cannot list resource "nodes" in API group "" at the cluster scope',
  );

  // The same in GraphQL: fields are null with the reason, refused mutations are data.
  const graphql = server.as('dev-token', cluster.name);
  const { data, errors } = await graphql.send<{ nodes: null }>('{ nodes { totalCount } }');
  expect(data).toBeNull();
  expect(errors).toMatchObject([
    {
      message: 'nodes is forbidden: User "dev" cannot list resource "nodes" in API group "" at the cluster scope',
      path: ['nodes'],
      extensions: { code: 'FORBIDDEN', status: 403, user: 'dev', verb: 'list', resource: 'nodes', namespace: '' },
    },
  ]);
  expect(await graphql.query('{ pods(filter: { namespace: "default" }) { nodes { metadata { name } } } }')).toEqual({
    pods: { nodes: [{ metadata: { name: 'web' } }] },
  });
  await root.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  const reached = await graphql.send<{ pod: object }>('{ pod(name: "web") { metadata { name } node { zone } } }');
  expect(reached.data).toEqual({ pod: { metadata: { name: 'web' }, node: null } });
  expect(reached.errors).toMatchObject([{ path: ['pod', 'node'], extensions: { code: 'FORBIDDEN' } }]);
  expect(await graphql.attempt('cordonNode', { name: 'node-1' }, 'node { id }')).toMatchObject({
    node: null,
    errors: [
      { code: 'FORBIDDEN', message: expect.stringContaining('User "dev" cannot patch resource "nodes"') as string },
    ],
  });
  expect(await graphql.attempt('resumeClock', {}, 'clock { now }')).toMatchObject({
    errors: [{ code: 'FORBIDDEN', message: expect.stringContaining('cannot update resource "clusters"') as string }],
  });
  const watching = graphql.subscribe('subscription { nodeEvents { type } }');
  expect(await watching.ended()).toMatchObject([
    { message: expect.stringContaining('cannot watch resource "nodes"') as string },
  ]);

  // The right to an object of a kind that there is not cannot be named: the refusal is data, as without users.
  expect(await graphql.attempt('scale', { kind: 'Nothing', name: 'x', replicas: 1 })).toMatchObject({
    errors: [{ code: 'BAD_USER_INPUT', message: 'the server has no kind Nothing in apps/v1' }],
  });
  expect(await graphql.attempt('scale', { kind: 'ReplicationController', name: 'x', replicas: 1 })).toMatchObject({
    errors: [{ code: 'NOT_FOUND' }],
  });

  const review = 'query ($input: AccessReviewInput!) { accessReview(input: $input) { allowed reason user } }';
  const mayCreate = { verb: 'create', resource: 'pods', namespace: 'default' };
  expect(await graphql.query(review, { input: mayCreate })).toEqual({
    accessReview: {
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "dev-edits/default" of ClusterRole "edit" to Group "developers"',
      user: 'dev',
    },
  });
  const aboutOthers = await graphql.send(review, { input: { ...mayCreate, user: 'ops' } });
  expect(aboutOthers.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  const { token } = await graphql.mutate<{ token: string }>('createToken', { serviceAccount: 'default' }, 'token');
  const account = server.as(token, cluster.name);
  expect(await account.query(review, { input: mayCreate })).toMatchObject({
    accessReview: { allowed: false, user: 'system:serviceaccount:default:default' },
  });
  expect(
    await cluster.query(
      '{ roleBindings(filter: { namespace: "default" }) { nodes { metadata { name } roleRef { name } subjects { kind name } } } }',
    ),
  ).toEqual({
    roleBindings: {
      nodes: [
        {
          metadata: { name: 'dev-edits' },
          roleRef: { name: 'edit' },
          subjects: [{ kind: 'Group', name: 'developers' }],
        },
      ],
    },
  });

  await root.run(['delete', 'rolebinding', 'dev-edits']);
  expect((await dev.try(['get', 'pods'])).stderr).toContain(denied);
});

story('all users may ask what they may do', async () => {
  const { root, dev, cluster } = await scene();
  await root.run(['create', 'role', 'pod-reader', '--verb=get,list,watch', '--resource=pods,pods/log']);
  await root.run(['create', 'rolebinding', 'dev-reads', '--role=pod-reader', '--user=dev']);
  const list = await dev.run(['auth', 'can-i', '--list']);
  expect(list).toMatch(/pods +\[\] +\[\] +\[get list watch\]/);
  expect(list).toMatch(/selfsubjectaccessreviews.authorization.k8s.io +\[\] +\[\] +\[create\]/);
  expect(list).toMatch(/ \[\/api\/\*\] +\[\] +\[get\]/);
  expect(await root.run(['auth', 'can-i', '--list'])).toMatch(/\*\.\* +\[\] +\[\] +\[\*\]/);
  expect(await root.run(['auth', 'can-i', 'list', 'pods', '--as=dev'])).toBe('yes\n');
  expect((await root.try(['auth', 'can-i', 'delete', 'pods', '--as=dev'])).stdout).toBe('no\n');
  expect(await root.run(['auth', 'can-i', 'get', 'pods', '--as=x', '--as-group=system:masters'])).toBe('yes\n');
  expect((await dev.try(['create', 'namespace', 'x', '--as=root'])).stderr).toContain(
    'users "root" is forbidden: User "dev" cannot impersonate resource "users" in API group "" at the cluster scope',
  );
  expect(await dev.run(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo}'])).toBe(
    '{"groups":["developers","system:authenticated"],"uid":"u1","username":"dev"}',
  );
  const old = oldKubectl();
  if (old === undefined) return;
  const before = new Client(old, cluster.url, 'dev-token');
  expect(await before.run(['auth', 'can-i', 'list', 'pods'])).toBe('yes\n');
  expect((await before.try(['auth', 'can-i', 'list', 'nodes'])).stdout).toContain('no');
});

story('service accounts have tokens for a while', async () => {
  const { root, as, cluster } = await scene({ mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' });
  await root.run(['create', 'serviceaccount', 'descheduler-sa', '-n', 'kube-system']);
  const role = {
    kind: 'ClusterRole',
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    metadata: { name: 'descheduler-cluster-role' },
    rules: [
      { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'watch', 'list'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch', 'list', 'delete'] },
      { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    ],
  };
  // The guide's version of the API, which kubectl's own checks no longer know.
  await root.run(['create', '--validate=false', '-f', '-'], JSON.stringify(role));
  await root.run([
    'create',
    'clusterrolebinding',
    'descheduler-cluster-role-binding',
    '--clusterrole=descheduler-cluster-role',
    '--serviceaccount=kube-system:descheduler-sa',
  ]);
  const token = (await root.run(['create', 'token', 'descheduler-sa', '-n', 'kube-system', '--duration=10m'])).trim();
  const account = as(token);
  expect(await account.run(['get', 'nodes', '-o', 'name'])).toBe('node/node-1\nnode/node-2\n');
  expect(await account.run(['auth', 'can-i', 'create', 'pods', '--subresource=eviction'])).toBe('yes\n');
  expect((await account.try(['run', 'web', '--image=nginx'])).stderr).toContain(
    'pods is forbidden: User "system:serviceaccount:kube-system:descheduler-sa" cannot create resource "pods" in API group "" in the namespace "default"',
  );
  expect((await root.try(['create', 'token', 'default', '--duration=1m'])).stderr).toContain(
    'spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes',
  );
  const review = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    metadata: { name: 'x' },
    spec: { token },
  };
  const answered = await root.run(
    ['create', '--validate=false', '-f', '-', '-o', 'jsonpath={.status.user.username}'],
    JSON.stringify(review),
  );
  expect(answered).toBe('system:serviceaccount:kube-system:descheduler-sa');

  const { cluster: other } = await scene();
  expect((await new Client(binary!, other.url, token).try(['get', 'nodes'])).stderr).toContain(
    'You must be logged in to the server',
  );
  await cluster.mutate('advanceClock', { by: '10m' }, 'clock { now }');
  expect((await account.try(['get', 'nodes'])).stderr).toContain('You must be logged in to the server');
});

story('who may move the clock learns nothing by it of objects that he may not read', async () => {
  const { root, cluster } = await scene({ mode: 'MANUAL' });
  const rules = [{ apiGroups: ['orrery.dev'], resources: ['clusters'], verbs: ['get', 'update'] }];
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'keeper' }, rules };
  await root.run(['create', '-f', '-'], JSON.stringify(role));
  await root.run(['create', 'clusterrolebinding', 'keepers', '--clusterrole=keeper', '--user=dev']);
  await root.run(['create', 'secret', 'generic', 's', '--from-literal=p=hunter2']);
  const dev = server.as('dev-token', cluster.name);
  const guess = { kind: 'Secret', name: 's', matches: { data: { p: 'aHVudGVyMg==' } } };
  const asked = await dev.send('query ($c: [ClockConditionInput!]!) { conditionsMet(conditions: $c) }', { c: [guess] });
  expect(asked.errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  for (const condition of [guess, { kind: 'Secret', count: 1 }, { kind: 'Pod', labelSelector: 'a=b' }]) {
    const { errors } = await dev.attempt<{ errors: { code: string }[] }>('advanceClock', {
      by: '1s',
      until: [condition],
    });
    expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  }
  await root.run(['create', 'rolebinding', 'reads', '--clusterrole=view', '--user=dev']);
  const allowed = await dev.attempt<{ errors: unknown[] }>('advanceClock', {
    by: '1s',
    until: [{ kind: 'Pod', count: 0 }],
  });
  expect(allowed.errors).toEqual([]);
});

story('no user grants rights that they do not have', async () => {
  const { root, as } = await scene();
  const ops = as('ops-token');
  await root.run(['create', 'rolebinding', 'ops-admin', '--clusterrole=admin', '--group=operators']);
  await ops.run(['create', 'rolebinding', 'views', '--clusterrole=view', '--user=dev']);
  expect(await root.run(['auth', 'can-i', 'list', 'pods', '--as=dev'])).toBe('yes\n');
  const escalation = await ops.try(['create', 'role', 'binder', '--verb=create', '--resource=pods/binding']);
  expect(escalation.stderr).toContain(
    'roles.rbac.authorization.k8s.io "binder" is forbidden: user "ops" (groups=["operators" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods/binding"], Verbs:["create"]}',
  );
  expect(
    (await ops.try(['create', 'rolebinding', 'all', '--clusterrole=cluster-admin', '--user=dev'])).stderr,
  ).toContain('is attempting to grant RBAC permissions not currently held');
  expect(await root.run(['get', 'rolebindings', '-o', 'wide'])).toMatch(/views +ClusterRole\/view +\S+ +dev/);
  expect(await root.run(['get', 'clusterrole', 'admin', '-o', 'name'])).toContain('clusterrole.rbac');
});

/** The guide's section 16.5.3, with the project of section 16.5.4 for the superregion. */
const CONSTRAINTS = `
admissionConfig:
  pluginConfig:
    PodNodeConstraints:
      configuration:
        apiversion: v1
        kind: PodNodeConstraintsConfig
        nodeSelectorLabelBlacklist:
          - kubernetes.io/hostname
          - region
    PodNodeSelector:
      configuration:
        podNodeSelectorPluginConfig:
          clusterDefaultNodeSelector: ""
`;

story('16.5: developers do not choose nodes, unless they may bind pods', async () => {
  const { root, dev, as, cluster } = await scene();
  await cluster.mutate('setAdmissionConfig', { yaml: CONSTRAINTS }, 'config { plugins }');
  await root.run(['label', 'node', 'node-1', 'region=us-east', 'superregion=us']);
  await root.run(['label', 'node', 'node-2', 'region=apac-east', 'superregion=apac']);
  await root.run(['create', 'namespace', 'us']);
  await root.run(['annotate', 'namespace', 'us', 'scheduler.alpha.kubernetes.io/node-selector=superregion=us']);
  const give = (name: string, ...flags: string[]) => root.run(['create', 'rolebinding', name, '-n', 'us', ...flags]);
  await give('dev-edits', '--clusterrole=edit', '--group=developers', '--group=operators');
  await root.run(['create', 'role', 'binder', '-n', 'us', '--verb=create', '--resource=pods/binding']);
  await give('ops-bind', '--role=binder', '--group=operators');
  const ops = as('ops-token');
  const create = (who: Client, text: string) => who.try(['create', '-n', 'us', '-f', '-'], text);
  const selectorOf = async (name: string): Promise<unknown> =>
    JSON.parse(await root.run(['get', 'pod', name, '-n', 'us', '-o', 'jsonpath={.spec.nodeSelector}']));

  const east = { nodeSelector: { region: 'us-east' } };
  expect((await create(dev, pod('p', east))).stderr).toContain(
    'pods "p" is forbidden: node selection by label(s) [region] is prohibited by policy for your role',
  );
  expect((await create(dev, pod('p', { nodeName: 'node-1' }))).stderr).toContain(
    'pods "p" is forbidden: node selection by nodeName is prohibited by policy for your role',
  );
  const both = { ...east, nodeName: 'node-1' };
  expect((await create(dev, pod('p', both))).stderr).toContain(
    'node selection by nodeName and label(s) [region] is prohibited by policy for your role',
  );
  expect(await create(dev, pod('plain'))).toMatchObject({ code: 0 });
  expect(await selectorOf('plain')).toEqual({ superregion: 'us' });
  expect(await create(ops, pod('chosen', east))).toMatchObject({ code: 0 });
  expect(await selectorOf('chosen')).toEqual({ region: 'us-east', superregion: 'us' });
  expect(await create(ops, pod('named', { nodeName: 'node-1' }))).toMatchObject({ code: 0 });
  const deployment = ['create', 'deployment', 'web', '-n', 'us', '--image=nginx', '--dry-run=client', '-o', 'json'];
  const template = JSON.parse(await dev.run(deployment)) as { spec: { template: { spec: object } } };
  Object.assign(template.spec.template.spec, east);
  expect((await create(dev, JSON.stringify(template))).stderr).toContain(
    'deployments.apps "web" is forbidden: node selection by label(s) [region] is prohibited by policy for your role',
  );
  await root.run(['wait', '-n', 'us', 'pod/plain', 'pod/chosen', '--for=condition=Ready', '--timeout=240s']);
  expect(await root.run(['get', 'pod', 'plain', '-n', 'us', '-o', 'jsonpath={.spec.nodeName}'])).toBe('node-1');
  // Deployments of developers run: their controllers are not asked.
  await dev.run(['create', 'deployment', 'ok', '-n', 'us', '--image=nginx']);
  await dev.run(['wait', '-n', 'us', 'deployment/ok', '--for=condition=Available', '--timeout=240s']);
});

test('an unknown client gets no further than discovery and health', async () => {
  const { url } = await server.cluster();
  const get = (path: string, headers: Record<string, string> = {}) => ask(`${url}${path}`, { headers });
  const wrong = { authorization: 'Bearer wrong' };
  expect(await get('/readyz')).toMatchObject({ status: 200 });
  expect(await get('/version')).toMatchObject({ status: 200 });
  expect(await get('/api/v1/pods', wrong)).toMatchObject({ status: 401 });
  expect(JSON.parse((await get('/api/v1/pods', wrong)).body)).toMatchObject({ reason: 'Unauthorized', code: 401 });
  expect(JSON.parse((await get('/api')).body)).toMatchObject({
    code: 403,
    message: 'forbidden: User "system:anonymous" cannot get path "/api"',
  });
  for (const path of ['/metrics', '/admin/queues', '/openapi/v2', '/api/v1/nodes', '/api/v1/pods?watch=true']) {
    expect([path, (await get(path)).status]).toEqual([path, 403]);
  }
  expect(await get('/metrics', { authorization: 'Bearer root-token' })).toMatchObject({ status: 200 });
  const graphql = (headers: Record<string, string>) =>
    ask(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"query":"{ pods { totalCount } }"}',
    });
  const refused = await graphql(wrong);
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.body)).toMatchObject({
    errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHENTICATED' } }],
  });
  expect(JSON.parse((await graphql({})).body)).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});

test('a certificate says who its bearer is, if the authority is known', async () => {
  const { url } = await server.cluster();
  const review = (shown: typeof certificate) =>
    ask(`${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      certificate: shown,
    });
  const known = await review(certificate);
  expect(known.status).toBe(201);
  expect(JSON.parse(known.body)).toMatchObject({
    status: { userInfo: { username: 'orrery', groups: ['system:authenticated'] } },
  });
  const foreign = await review(await selfSignedCertificate(['client'], Date.now()));
  expect(foreign.status).toBe(401);
  expect(foreign.body).toContain('Unauthorized');
});

story('an aggregated role shows the rules of those that it is made of', async () => {
  const { root } = await scene();
  const label = 'rbac.example.com/aggregate-to-monitoring=true';
  const aggregated = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'monitoring' },
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { 'rbac.example.com/aggregate-to-monitoring': 'true' } }],
    },
  };
  await root.run(['create', '-f', '-'], JSON.stringify(aggregated));
  await root.run(['create', 'clusterrole', 'endpoints', '--verb=get', '--resource=endpoints']);
  await root.run(['label', 'clusterrole', 'endpoints', label]);
  await root.run([
    'wait',
    'clusterrole/monitoring',
    '--for=jsonpath={.rules[0].resources[0]}=endpoints',
    '--timeout=240s',
  ]);
  const rules = ['get', 'clusterrole', 'admin', '-o', 'jsonpath={.metadata.resourceVersion} {.rules[*].resources}'];
  expect(await root.run(rules)).toContain('deployments');
});

story('what is open ends when the right to it does', async () => {
  const { root, cluster } = await scene();
  await root.run(['create', 'rolebinding', 'dev-views', '--clusterrole=view', '--user=dev']);
  await root.run(['create', 'rolebinding', 'ops-views', '--clusterrole=view', '--user=ops']);
  // The playground sends the token of its environment, with subscriptions too.
  const asOps = { headers: { authorization: 'Bearer ops-token' } };
  expect((await ask(`${cluster.url}/playground/`, asOps)).body).toMatch(
    /Payload: {\s+Authorization: `Bearer {{token}}`/,
  );
  const watch = (token: string, seconds: number): Promise<{ readonly status: number; readonly body: string }> =>
    ask(`${cluster.url}/api/v1/namespaces/default/pods?watch=true&timeoutSeconds=${seconds}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const [ofDev, ofOps] = [watch('dev-token', 60), watch('ops-token', 4)];
  const graphql = server.as('dev-token', cluster.name);
  const events = 'subscription { podEvents(filter: { namespace: "default" }) { type } }';
  const said = createClient({
    url: `${cluster.url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols?: string | string[]) {
        super(address, protocols, { rejectUnauthorized: false });
      }
    },
    connectionParams: { Authorization: 'Bearer dev-token' },
  });
  const first = await said.iterate<{ podEvents: object }>({ query: events }).next();
  expect(first.value).toMatchObject({ data: { podEvents: { type: 'BOOKMARK' } } });
  await said.dispose();
  const watching = graphql.subscribe<{ type: string }>(events);
  await watching.until((all) => all.length === 1);
  await root.run(['run', 'web', '--image=nginx']);
  await watching.until((all) => all.length > 1);
  await root.run(['delete', 'rolebinding', 'dev-views']);
  const denied =
    'pods is forbidden: User "dev" cannot watch resource "pods" in API group "" in the namespace "default"';
  expect(await watching.ended()).toMatchObject([{ message: denied, extensions: { code: 'FORBIDDEN', user: 'dev' } }]);
  const lines = (await ofDev).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; object: object });
  expect(lines[0]!.type).toBe('ADDED');
  expect(lines.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 403, reason: 'Forbidden', message: denied } });
  // The other one continues to its own end.
  expect((await ofOps).body).not.toContain('ERROR');
});

test('a WebSocket of an unknown client is closed as forbidden', async () => {
  const { cluster } = await scene();
  const options = { rejectUnauthorized: false };
  const socket = new WebSocket(`${cluster.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', options);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: 'Bearer nonsense' } }));
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(4403);
});

story('who binds pods needs no other right', async () => {
  const { root, dev, as, cluster } = await scene();
  await root.run(['create', 'role', 'by-path', '--verb=create', '--resource=pods/binding']);
  await root.run(['create', 'rolebinding', 'dev-binds', '--role=by-path', '--user=dev']);
  const byBody = { verbs: ['create'], apiGroups: [''], resources: ['bindings'] };
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'by-body' },
    rules: [byBody],
  };
  await root.run(['create', '-f', '-'], JSON.stringify(role));
  await root.run(['create', 'rolebinding', 'ops-binds', '--role=by-body', '--user=ops']);
  for (const name of ['a', 'b']) await root.run(['create', '-f', '-'], pod(name, { schedulerName: 'mine' }));
  const bind = (
    token: string,
    path: string,
    name: string,
  ): Promise<{ readonly status: number; readonly body: string }> =>
    ask(`${cluster.url}/api/v1/namespaces/default/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name }, target: { kind: 'Node', name: 'node-1' } }),
    });
  expect(await bind('dev-token', 'bindings', 'a')).toMatchObject({
    status: 403,
    body: expect.stringContaining('cannot create resource \\"bindings\\"') as string,
  });
  expect((await bind('ops-token', 'pods/a/binding', 'a')).body).toContain('cannot create resource \\"pods/binding\\"');
  expect((await bind('dev-token', 'pods/a/binding', 'a')).status).toBe(201);
  expect((await bind('ops-token', 'bindings', 'b')).status).toBe(201);
  const nodes = await root.run(['get', 'pods', '-o', 'jsonpath={.items[*].spec.nodeName}']);
  expect(nodes).toBe('node-1 node-1');
  expect((await dev.try(['get', 'pods'])).code).toBe(1);
  expect((await as('ops-token').try(['get', 'pods'])).code).toBe(1);
});

test('a path is evaluated by the route that it leads to, however it is spelt', async () => {
  const { url } = await server.cluster();
  for (const path of [
    '/%61dmin/queues',
    '/%61dmin/queues/api/queues',
    '/%6detrics',
    '/graphql/%73chema',
    '/%70layground/',
  ]) {
    expect([path, (await ask(`${url}${path}`)).status]).toEqual([path, 403]);
  }
  const pause = { method: 'PUT' };
  expect((await ask(`${url}/%61dmin/queues/api/queues/orrery.scheduling.0/pause`, pause)).status).toBe(403);
  const escaped = await ask(`${url}/%61pi/v1/namespaces/default/%70ods`);
  expect(JSON.parse(escaped.body)).toMatchObject({ reason: 'Forbidden', details: { kind: 'pods' } });
  expect((await ask(`${url}/%76ersion`)).status).toBe(200);
});

test('who administers a cluster administers neither the server nor another cluster', async () => {
  const cluster = await server.cluster();
  const other = await server.cluster();
  const subjects = [
    { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'dev' },
    { kind: 'ServiceAccount', namespace: 'default', name: 'default' },
  ];
  const object = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'admins' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects,
  };
  await cluster.mutate('createObject', { object }, 'object { id }');
  const { token } = await cluster.mutate<{ token: string }>('createToken', { serviceAccount: 'default' }, 'token');
  const asMaster = { 'impersonate-user': 'root', 'impersonate-group': 'system:masters' };
  const callers = [
    { authorization: 'Bearer dev-token' },
    { authorization: `Bearer ${token}` },
    { authorization: 'Bearer dev-token', ...asMaster },
    { authorization: `Bearer ${token}`, ...asMaster },
  ];
  for (const headers of callers) {
    const graphql = async (query: string) => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      return (await ask(`${cluster.url}/graphql`, { ...sent, body: JSON.stringify({ query }) })).body;
    };
    expect(await graphql('{ clusterSummary { nodes { total } } }')).not.toContain('FORBIDDEN');
    expect(await graphql(`{ cluster(name: "${cluster.name}") { name } }`)).toContain(cluster.name);
    expect(await graphql('{ clusters { name } }')).toContain('FORBIDDEN');
    expect(await graphql(`{ cluster(name: "${other.name}") { name } }`)).toContain('FORBIDDEN');
    const remove = `mutation { deleteCluster(input: { name: "${other.name}" }) { errors { code message } } }`;
    expect(await graphql(remove)).toContain('FORBIDDEN');
    expect(await graphql('mutation { createCluster(input: { name: "evil" }) { errors { code } } }')).toContain(
      'FORBIDDEN',
    );
    expect((await ask(`${cluster.url}/metrics`, { headers })).status).toBe(403);
    expect((await ask(`${cluster.url}/admin/queues/api/queues`, { headers })).status).toBe(403);
    const pause = { method: 'PUT', headers };
    expect((await ask(`${cluster.url}/admin/queues/api/queues/orrery.scheduling.0/pause`, pause)).status).toBe(403);
  }
  expect(await other.query('{ clusterSummary { nodes { total } } }')).toBeDefined();
});

test('the schema is for those who are known, by introspection too', async () => {
  const { url } = await server.cluster();
  expect((await ask(`${url}/graphql/schema`)).status).toBe(403);
  const introspect = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ query: '{ __schema { queryType { name } } }' });
    return ask(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  };
  expect((await introspect({})).body).toContain('FORBIDDEN');
  expect((await introspect({ authorization: 'Bearer dev-token' })).body).toContain('"Query"');
  // A browser asks its user for a token, and shows it with everything that the page does.
  const page = { headers: { accept: 'text/html' } };
  expect(await ask(`${url}/playground/`, page)).toMatchObject({
    status: 401,
    body: expect.stringContaining('token') as string,
  });
  const basic = { authorization: `Basic ${Buffer.from('any:ops-token').toString('base64')}` };
  expect((await ask(`${url}/playground/`, { headers: { ...page.headers, ...basic } })).status).toBe(200);
  expect((await introspect(basic)).body).toContain('"Query"');
  expect((await ask(`${url}/playground/`, { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
});

story('a node has what its own pods need, and no more', async () => {
  const { root, as } = await scene();
  const node = as('node-token');
  const denied = async (command: readonly string[]) => (await node.try(command)).stderr;
  await root.run(['create', 'secret', 'generic', 'needed', '--from-literal=a=b']);
  await root.run(['create', 'secret', 'generic', 'foreign', '--from-literal=a=b']);
  for (const name of ['needed', 'foreign', 'absent']) {
    expect(await denied(['get', 'secret', name])).toContain(
      `Error from server (Forbidden): secrets "${name}" is forbidden: User "system:node:node-1" cannot get resource "secrets" in API group "" in the namespace "default": no relationship found between node 'node-1' and this object`,
    );
  }
  const volumes = [{ name: 's', secret: { secretName: 'needed' } }];
  await root.run(['apply', '-f', '-'], pod('mine', { nodeName: 'node-1', volumes }));
  await root.run(['apply', '-f', '-'], pod('other', { nodeName: 'node-2' }));
  expect(await node.run(['get', 'secret', 'needed', '-o', 'name'])).toBe('secret/needed\n');
  expect(await denied(['get', 'secret', 'foreign'])).toContain('Forbidden');
  expect(await node.run(['get', 'pods', '--field-selector=spec.nodeName=node-1', '-o', 'name'])).toBe('pod/mine\n');
  expect(await denied(['get', 'pods'])).toContain('can only list/watch pods with spec.nodeName field selector');
  expect(await denied(['delete', 'pod', 'other'])).toContain('can only delete pods with spec.nodeName set to itself');
  expect(await denied(['get', 'nodes'])).toContain('only its own Node object');
  expect(await node.run(['get', 'node', 'node-1', '-o', 'name'])).toBe('node/node-1\n');
  const made = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-9' } };
  expect((await node.try(['create', '-f', '-'], JSON.stringify(made))).stderr).toContain(
    'nodes "node-9" is forbidden: node "node-1" is not allowed to modify node "node-9"',
  );
  expect(await denied(['taint', 'node', 'node-1', 'a=b:NoSchedule'])).toContain('is not allowed to modify taints');
  expect(await denied(['create', 'token', 'default'])).toContain('node requested token not bound to a pod');
});

test.each([
  ['exec', 'modern'],
  ['attach', 'modern'],
  ['portforward', 'modern'],
  ['exec', 'k8s-1.20'],
] as const)(
  'pods/%s needs create for SPDY, and get for WebSockets, today create as well (%s)',
  async (part, bundle) => {
    const { url } = await server.cluster({ clock: { mode: 'MANUAL' }, settings: { bundle } });
    const send = (method: string, path: string, token: string, body?: object): Promise<[number, string]> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const sent = request(url + path, { method, headers, rejectUnauthorized: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            // The answer of a kubelet is not a Status.
            const { message = text } = (text.startsWith('{') ? JSON.parse(text) : {}) as { message?: string };
            resolve([response.statusCode!, message]);
          });
        });
        sent.on('error', reject).end(body && JSON.stringify(body));
      });
    const base = '/api/v1/namespaces/default/pods';
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    const spec = { nodeName: 'none', containers: [{ name: 'c', image: 'i' }] };
    await send('POST', base, 'root-token', { metadata: { name: 'p' }, spec });
    const rule = (verbs: string[], resources: string[]): object => ({ apiGroups: [''], resources, verbs });
    const rules = (verbs: string[]): object => ({ rules: [rule(['get'], ['pods']), rule(verbs, [`pods/${part}`])] });
    await send('POST', `${rbac}/roles`, 'root-token', { metadata: { name: 'r' }, ...rules(['watch']) });
    await send('POST', `${rbac}/rolebindings`, 'root-token', {
      metadata: { name: 'b' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'dev' }],
    });
    const query = part === 'portforward' ? 'ports=80' : 'command=ls&stdout=true';
    const verdicts = async (): Promise<string[]> => {
      const answers = await Promise.all(
        ['GET', 'POST'].map((method) => send(method, `${base}/p/${part}?${query}`, 'dev-token')),
      );
      return answers.map(([code, message]) =>
        code === 403 ? (/cannot (\w+ resource "[^"]*")/.exec(message)?.[1] ?? message) : 'may',
      );
    };
    const [get, create] = [`get resource "pods/${part}"`, `create resource "pods/${part}"`];
    expect(await verdicts()).toEqual([get, create]);
    const change = (verbs: string[]): Promise<unknown> =>
      send('PUT', `${rbac}/roles/r`, 'root-token', { metadata: { name: 'r' }, ...rules(verbs) });
    await change(['create']);
    expect(await verdicts()).toEqual([get, 'may']);
    await change(['get']);
    expect(await verdicts()).toEqual([bundle === 'modern' ? create : 'may', create]);
    await change(['get', 'create']);
    expect(await verdicts()).toEqual(['may', 'may']);
    // The right to a part of all pods is none to that of others, nor to the pod.
    expect((await send('DELETE', `${base}/p`, 'dev-token'))[0]).toBe(403);
  },
);
