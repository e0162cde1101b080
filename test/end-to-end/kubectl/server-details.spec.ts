import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { authenticated, TOKEN_ISSUER } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

type Json = Record<string, unknown>;

let server: TestGraphqlServer;
beforeAll(async () => {
  const users = new Map([['alice-token', authenticated({ name: 'alice', groups: [] })]]);
  server = await startTestGraphqlServer({
    access: { mode: AuthorizationMode.AlwaysAllow, users },
    token: 'alice-token',
  });
});
afterAll(() => server.close());

/** A server with users has a certificate of its own authority. */
function ask(cluster: TestGraphqlCluster, path: string, body?: object): Promise<Json> {
  const headers = { authorization: 'Bearer alice-token', 'content-type': 'application/json' };
  const options = { method: body ? 'POST' : 'GET', headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/clusters/${cluster.name}${path}`, options, (response) => {
      text(response).then(
        (answer) => resolve((path.includes('/metrics') ? { text: answer } : JSON.parse(answer)) as Json),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
const ISSUER = TOKEN_ISSUER;

test.each([
  [
    undefined,
    { authenticated: true, user: { username: 'alice', groups: ['system:authenticated'] }, audiences: [ISSUER] },
  ],
  [['x'], { user: {}, error: 'invalid bearer token' }],
  [
    ['x', ISSUER],
    { authenticated: true, user: { username: 'alice', groups: ['system:authenticated'] }, audiences: [ISSUER] },
  ],
])('the token of a user of the server is for the audiences of the server: %j', async (audiences, status) => {
  const cluster = await server.cluster();
  const review = await ask(cluster, REVIEWS, { spec: { token: 'alice-token', ...(audiences ? { audiences } : {}) } });
  expect(review['status']).toEqual(status);
});

test('a review without a token, and one of an unknown token, say so', async () => {
  const cluster = await server.cluster();
  expect(await ask(cluster, REVIEWS, { spec: {} })).toMatchObject({
    code: 400,
    message: 'token is required for TokenReview in authentication',
  });
  const { status } = await ask(cluster, REVIEWS, { spec: { token: 'nope' } });
  expect(status).toEqual({ user: {}, error: 'invalid bearer token' });
});

test('discovery has the hash of what is stored, and of nothing else', async () => {
  const cluster = await server.cluster();
  const { resources } = (await ask(cluster, '/api/v1')) as {
    resources: { name: string; storageVersionHash?: string }[];
  };
  const hashed = new Set(resources.filter((each) => each.storageVersionHash).map(({ name }) => name));
  expect(hashed).toContain('pods');
  expect(resources.filter(({ name }) => !name.includes('/') && !hashed.has(name)).map(({ name }) => name)).toEqual([
    'bindings',
    'componentstatuses',
  ]);
  const reviews = (await ask(cluster, '/apis/authentication.k8s.io/v1')) as { resources: object[] };
  for (const each of reviews.resources) expect(each).not.toHaveProperty('storageVersionHash');
});

test("today's release says which release it emulates, and with which it goes together; older ones do not", async () => {
  const modern = await ask(await server.cluster(), '/version');
  const { minor } = modern as { minor: string };
  expect(modern).toMatchObject({
    emulationMajor: '1',
    emulationMinor: minor,
    minCompatibilityMajor: '1',
    minCompatibilityMinor: String(Number(minor) - 1),
  });
  const old = await ask(await server.cluster({ settings: { bundle: 'k8s-1.20' } }), '/version');
  expect(Object.keys(old).filter((name) => /emulation|minCompat/.test(name))).toEqual([]);
});

test.each(['node-1', 'node-1:10250', 'https:node-1:10250'])(
  'the kubelet of %s answers with its metrics',
  async (name) => {
    const cluster = await server.cluster({ nodes: 1 });
    const { text: metrics } = await ask(cluster, `/api/v1/nodes/${name}/proxy/metrics`);
    expect(metrics).toContain('kubelet_node_name{node="node-1"} 1\n');
    expect(metrics).toContain('kubelet_running_pods 0\n');
  },
);
