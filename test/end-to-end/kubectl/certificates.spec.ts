import 'reflect-metadata';
import { request } from 'node:https';
import { PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { parseStaticTokens } from '@orrery/access';
import { newKeyAndCertificate, type KeyAndCertificate } from '@orrery/authority';
import { nameInDer, NO_ALTERNATIVE_NAMES } from '@orrery/certificates';
import { AuthorizationMode, type ClusterRuntime } from '@orrery/control-plane';
import { Client, clientBinary } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  TEST_START,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const START_MS = Date.parse(TEST_START);
const HOUR_MS = 3600 * 1000;
const USERS = `
root-token,root,u0,"system:masters"
dev-token,dev,u1,"developers"
boot-token,system:bootstrap:abcdef,u2,"system:bootstrappers"
`;
const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  const { users } = parseStaticTokens(USERS);
  const access = { mode: AuthorizationMode.Rbac, users: users! };
  server = await startTestGraphqlServer({ access, token: 'root-token' });
});
afterAll(() => server.close());

interface Asking {
  readonly method?: string;
  readonly body?: object;
  /** Authority that the client trusts; any certificate of the server if not given. */
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
  // The front proxy signs no certificate of the server, and other clusters have authorities of their own.
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

/** A new key with a request for a certificate, in PEM. */
async function keyAndRequest(name: string): Promise<{ readonly key: string; readonly request: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, request: made.toString('pem') };
}

const csr = (name: string, request: string, spec: object = {}): string =>
  JSON.stringify({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: btoa(request),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['digital signature', 'client auth'],
      ...spec,
    },
  });

story('a request that is approved becomes a certificate that authenticates', async () => {
  const cluster = await server.cluster();
  const runtime = await runtimeOf(cluster);
  const as = (token: string): Client => new Client(binary!, cluster.url, token);
  const [root, dev] = [as('root-token'), as('dev-token')];
  const { key, request: pem } = await keyAndRequest('CN=jane, O=readers');
  await root.run(['create', 'clusterrole', 'asks', '--verb=create,get', '--resource=certificatesigningrequests']);
  await root.run(['create', 'clusterrolebinding', 'asks', '--clusterrole=asks', '--group=developers']);
  await dev.run(['create', '-f', '-'], csr('jane', pem, { username: 'root', expirationSeconds: 3600 }));
  expect(await root.run(['get', 'csr'])).toMatch(
    /NAME +AGE +SIGNERNAME +REQUESTOR +REQUESTEDDURATION +CONDITION\njane +\S+ +kubernetes.io\/kube-apiserver-client +dev +60m +Pending/,
  );
  // The right to update is not the right to approve for a signer.
  const rights = ['--verb=get,update', '--resource=certificatesigningrequests/approval,certificatesigningrequests'];
  await root.run(['create', 'clusterrole', 'updates', ...rights]);
  await root.run(['create', 'clusterrolebinding', 'updates', '--clusterrole=updates', '--group=developers']);
  const refused = await dev.try(['certificate', 'approve', 'jane']);
  expect(refused.stderr).toContain(
    'certificatesigningrequests.certificates.k8s.io "jane" is forbidden: user not permitted to approve requests with signerName "kubernetes.io/kube-apiserver-client"',
  );
  const approver = 'system:certificates.k8s.io:kube-apiserver-client-approver';
  await root.run(['create', 'clusterrolebinding', 'approves', `--clusterrole=${approver}`, '--group=developers']);
  await dev.run(['certificate', 'approve', 'jane']);
  await runtime.settle();
  expect(
    await root.run(['get', 'csr', '--field-selector=spec.signerName=kubernetes.io/kube-apiserver-client']),
  ).toMatch(/jane .* Approved,Issued/);
  const cert = atob(await root.run(['get', 'csr', 'jane', '-o', 'jsonpath={.status.certificate}']));
  await root.run(['create', 'clusterrolebinding', 'reads', '--clusterrole=view', '--group=readers']);
  expect((await ask(cluster, '/api/v1/pods', { shown: { cert, key } })).code).toBe(200);
  expect((await ask(cluster, '/api/v1/secrets', { shown: { cert, key } })).json).toMatchObject({
    message: expect.stringContaining('User "jane" cannot list resource "secrets"'),
  });
  // An hour later the certificate has ended, and the request is gone.
  await runtime.advance({ untilMs: START_MS + HOUR_MS + 1000 });
  expect((await ask(cluster, '/api/v1/pods', { shown: { cert, key } })).code).toBe(401);
  expect(await root.run(['get', 'csr', '--ignore-not-found'])).toBe('');
});

story('requests of kubelets are approved by right, others are denied, refused or fail', async () => {
  const cluster = await server.cluster();
  const runtime = await runtimeOf(cluster);
  const as = (token: string): Client => new Client(binary!, cluster.url, token);
  const [root, boot] = [as('root-token'), as('boot-token')];
  const group = '--group=system:bootstrappers';
  await root.run(['create', 'clusterrolebinding', 'boot', '--clusterrole=system:node-bootstrapper', group]);
  const approved = 'system:certificates.k8s.io:certificatesigningrequests:nodeclient';
  await root.run(['create', 'clusterrolebinding', 'auto', `--clusterrole=${approved}`, group]);
  const node = await keyAndRequest('O=system:nodes, CN=system:node:new');
  const signerName = 'kubernetes.io/kube-apiserver-client-kubelet';
  await boot.run(['create', '-f', '-'], csr('node', node.request, { signerName }));
  const other = await keyAndRequest('CN=other');
  await boot.run(['create', '-f', '-'], csr('other', other.request, { signerName }));
  await boot.run(['create', '-f', '-'], csr('denied', other.request));
  await runtime.settle();
  await root.run(['certificate', 'approve', 'other']);
  await root.run(['certificate', 'deny', 'denied']);
  await runtime.settle();
  const conditions = await root.run([
    'get',
    'csr',
    '-o',
    'custom-columns=N:.metadata.name,C:.status.conditions[*].message',
  ]);
  expect(conditions).toMatch(/node +Auto approving kubelet client certificate after SubjectAccessReview\./);
  expect(conditions).toMatch(
    /other +This CSR was approved by kubectl certificate approve\.,subject organization is not system:nodes/,
  );
  expect(await root.run(['get', 'csr'])).toMatch(/denied .* Denied\nnode .* Approved,Issued\nother .* Approved,Failed/);
  const masters = await keyAndRequest('CN=root, O=system:masters');
  expect((await boot.try(['create', '-f', '-'], csr('masters', masters.request))).stderr).toContain(
    'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
  );
  const stolen = Buffer.from(other.request.replace(/-----[^-]+-----/g, ''), 'base64');
  stolen[stolen.length - 1]! ^= 1;
  const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${stolen.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
  expect((await boot.try(['create', '-f', '-'], csr('forged', forged))).stderr).toMatch(
    /spec.request: Invalid value: .*: x509: ECDSA verification failure/,
  );
});
