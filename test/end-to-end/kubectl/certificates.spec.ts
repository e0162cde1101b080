import { request } from 'node:https';
import { parseStaticTokens } from '@orrery/access';
import { newKeyAndCertificate, type KeyAndCertificate } from '@orrery/authority';
import { nameInDer, NO_ALTERNATIVE_NAMES } from '@orrery/certificates';
import { AuthorizationMode, type ClusterRuntime } from '@orrery/control-plane';
import {
  startTestGraphqlServer,
  TEST_START,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const START_MS = Date.parse(TEST_START);
const HOUR_MS = 3600 * 1000;

let server: TestGraphqlServer;
beforeAll(async () => {
  const { users } = parseStaticTokens('root-token,root,u0,"system:masters"');
  const access = { mode: AuthorizationMode.Rbac, users: users! };
  server = await startTestGraphqlServer({ access, token: 'root-token' });
});
afterAll(() => server.close());

interface Asking {
  readonly method?: string;
  readonly body?: object;
  /** What the client trusts; whatever the server shows if not given. */
  readonly ca?: string;
  readonly shown?: KeyAndCertificate;
}

interface Answer {
  readonly code: number;
  readonly json: Record<string, unknown>;
}

/** Asks a cluster, as the administrator unless a certificate is shown. */
function ask({ url }: Pick<TestGraphqlCluster, 'url'>, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', body, ca, shown } = asking;
  const headers = {
    ...(shown ? {} : { authorization: 'Bearer root-token' }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { method, headers, agent: false, ...trust, ...shown }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ code: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

async function runtimeOf({ name }: TestGraphqlCluster): Promise<ClusterRuntime> {
  const runtime = await server.plane.cluster(name);
  await runtime!.settle();
  return runtime!;
}

const configMap = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`;
const dataOf = ({ json }: Answer): Record<string, string> => json['data'] as Record<string, string>;
const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

test('what a cluster publishes is what its server is known by', async () => {
  const cluster = await server.cluster();
  await runtimeOf(cluster);
  const { 'ca.crt': ca } = dataOf(await ask(cluster, configMap('default', 'kube-root-ca.crt')));
  expect((await ask(cluster, '/version', { ca: ca! })).code).toBe(200);
  const { kubeconfig } = dataOf(await ask(cluster, configMap('kube-public', 'cluster-info')));
  expect(kubeconfig).toContain(`certificate-authority-data: ${btoa(ca!)}`);
  const trust = dataOf(await ask(cluster, configMap('kube-system', 'extension-apiserver-authentication')));
  expect(ca).toContain(trust['client-ca-file']);
  expect(trust).toMatchObject({
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': expect.stringContaining('-----BEGIN CERTIFICATE-----'),
    'requestheader-username-headers': '["X-Remote-User"]',
  });
  // The front proxy certificate is not trusted for users, and other clusters have authorities of their own.
  await expect(ask(cluster, '/version', { ca: trust['requestheader-client-ca-file']! })).rejects.toThrow();
  const other = await server.cluster();
  await runtimeOf(other);
  const foreign = dataOf(await ask(other, configMap('default', 'kube-root-ca.crt')))['ca.crt']!;
  expect((await ask(cluster, '/version', { ca: foreign })).code).toBe(200);
  expect(foreign).not.toBe(ca);
});

test('a certificate of the cluster counts in that cluster, by its clock and for clients', async () => {
  const [cluster, other] = [await server.cluster(), await server.cluster()];
  const runtime = await runtimeOf(cluster);
  const issue = (usage: string, notAfterMs = START_MS + HOUR_MS): KeyAndCertificate =>
    newKeyAndCertificate(runtime.certificates.clients, {
      subject: nameInDer({ commonName: 'jane', organizations: ['dev', 'ops'] }),
      notBeforeMs: START_MS - HOUR_MS,
      notAfterMs,
      usages: ['digital signature', usage],
      names: NO_ALTERNATIVE_NAMES,
    });
  const shown = issue('client auth');
  const review = (where: TestGraphqlCluster, each: KeyAndCertificate): Promise<Answer> =>
    ask(where, whoAmI, { method: 'POST', body: {}, shown: each });
  expect((await review(cluster, shown)).json).toMatchObject({
    status: { userInfo: { username: 'jane', groups: ['dev', 'ops', 'system:authenticated'] } },
  });
  expect((await review(other, shown)).code).toBe(401);
  expect((await review(cluster, issue('server auth'))).code).toBe(401);
  expect((await review(cluster, issue('client auth', START_MS - 1))).code).toBe(401);
  // The groups that a cluster vouches for mean nothing to the server.
  const { certificates } = runtime;
  const master = newKeyAndCertificate(certificates.clients, {
    subject: nameInDer({ commonName: 'root', organizations: ['system:masters'] }),
    notBeforeMs: START_MS - HOUR_MS,
    notAfterMs: START_MS + HOUR_MS,
    usages: ['client auth'],
    names: NO_ALTERNATIVE_NAMES,
  });
  expect((await ask(cluster, '/api/v1/nodes', { shown: master })).code).toBe(200);
  expect((await ask({ url: server.url }, '/metrics', { shown: master })).code).toBe(401);
  const graphql = { method: 'POST', body: { query: '{ clusters { name } }' }, shown: master };
  expect((await ask(cluster, '/graphql', graphql)).json).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});
