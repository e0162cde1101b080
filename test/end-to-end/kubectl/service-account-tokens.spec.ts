import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { Client, clientBinary } from '@orrery/test-services';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'mine', annotations: { 'kubernetes.io/service-account.name': 'bot' } },
  type: 'kubernetes.io/service-account-token',
};
const LOGIN = 'You must be logged in to the server';

let server: TestGraphqlServer;
beforeAll(async () => {
  const { users } = parseStaticTokens('root-token,root,u0,"system:masters"');
  server = await startTestGraphqlServer({
    access: { mode: AuthorizationMode.Rbac, users: users! },
    token: 'root-token',
  });
});
afterAll(() => server.close());

interface Scene {
  readonly cluster: TestGraphqlCluster;
  readonly root: Client;
  as(token: string): Client;
  /** Returns the result of kubectl at a path. */
  read(what: string, path: string): Promise<string>;
  /** Advances the clock until controllers and kubelet have done their work. */
  settle(): Promise<unknown>;
}

async function scene(bundle: string): Promise<Scene> {
  const cluster = await server.cluster({ nodes: 1, settings: { bundle } });
  const as = (token: string): Client => new Client(binary!, cluster.url, token);
  const root = as('root-token');
  return {
    cluster,
    root,
    as,
    read: (what, path) => root.run(['get', ...what.split(' '), '-o', `jsonpath=${path}`]),
    settle: () => cluster.mutate('advanceClock', { by: '1m' }, 'events'),
  };
}

story('today pods get a projected token, and accounts no Secret', async () => {
  const { root, read, settle } = await scene('modern');
  await root.run(['create', 'serviceaccount', 'bot']);
  await settle();
  expect(await root.run(['get', 'serviceaccounts', '--no-headers'])).toMatch(/bot +0 .*\n.*default +0 /);
  expect(await root.run(['get', 'secrets', '-A'])).toBe('');
  await root.run(['run', 'web', '--image=nginx']);
  const name = await read('pod web', '{.spec.volumes[0].name}');
  expect(name).toMatch(/^kube-api-access-\w{5}$/);
  expect(JSON.parse(await read('pod web', '{.spec.containers[0].volumeMounts}'))).toEqual([
    { name, readOnly: true, mountPath: MOUNT_PATH },
  ]);
  await settle();
  await root.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=60s']);
  const described = await root.run(['describe', 'pod', 'web']);
  expect(described).toContain(`${MOUNT_PATH} from ${name} (ro)`);
  expect(described).toMatch(/Type: +Projected[^]*TokenExpirationSeconds: +3607\n +ConfigMapName: +kube-root-ca\.crt/);
});

story('a Secret that is made for it is given a token, which counts as long as the Secret holds it', async () => {
  const { root, as, read, settle } = await scene('modern');
  await root.run(['create', 'serviceaccount', 'bot']);
  await root.run(['create', 'clusterrolebinding', 'b', '--clusterrole=view', '--serviceaccount=default:bot']);
  await root.run(['create', '-f', '-'], JSON.stringify(SECRET));
  await settle();
  expect(await root.run(['describe', 'secret', 'mine'])).toMatch(/service-account\.uid: \S{36}/);
  expect(atob(await read('secret mine', '{.data.namespace}'))).toBe('default');
  const token = atob(await read('secret mine', '{.data.token}'));
  expect(await as(token).run(['auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}'])).toBe(
    'system:serviceaccount:default:bot',
  );
  expect(await as(token).run(['get', 'pods'])).toBe('');

  await root.run(['delete', 'secret', 'mine']);
  expect((await as(token).try(['get', 'pods'])).stderr).toContain(LOGIN);
  await root.run(['create', '-f', '-'], JSON.stringify(SECRET));
  await settle();
  const next = atob(await read('secret mine', '{.data.token}'));
  expect(next).not.toBe(token);
  expect((await as(token).try(['get', 'pods'])).stderr).toContain(LOGIN);
  expect(await as(next).run(['get', 'pods'])).toBe('');

  await root.run(['delete', 'serviceaccount', 'bot']);
  await settle();
  expect((await as(next).try(['get', 'pods'])).stderr).toContain(LOGIN);
  expect((await root.try(['get', 'secret', 'mine'])).stderr).toContain('NotFound');
});

story('in 1.20 every account has a Secret, and its pods the token in it', async () => {
  const { root, as, read, settle } = await scene('k8s-1.20');
  await root.run(['create', 'namespace', 'team']);
  await settle();
  await root.run(['create', 'serviceaccount', 'bot', '-n', 'team']);
  await settle();
  expect(await root.run(['get', 'serviceaccounts', '-n', 'team', '--no-headers'])).toMatch(/bot +1 .*\n.*default +1 /);
  const name = await read('serviceaccount bot -n team', '{.secrets[0].name}');
  expect(name).toMatch(/^bot-token-\w{5}$/);
  expect(await root.run(['get', 'secret', name, '-n', 'team', '--no-headers'])).toMatch(
    /kubernetes\.io\/service-account-token +3 /,
  );
  const bot = { serviceAccountName: 'bot' };
  await root.run(['run', 'web', '-n', 'team', '--image=nginx', '--overrides', JSON.stringify({ spec: bot })]);
  expect(JSON.parse(await read('pod web -n team', '{.spec.volumes}'))).toEqual([
    { name, secret: { secretName: name, defaultMode: 420 } },
  ]);
  const token = atob(await read(`secret ${name} -n team`, '{.data.token}'));
  const who = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const reviewed = ['create', '--validate=false', '-f', '-', '-o', 'jsonpath={.status.user.username}'];
  expect(await root.run(reviewed, JSON.stringify(who))).toBe('system:serviceaccount:team:bot');

  await root.run(['delete', 'secret', name, '-n', 'team']);
  await settle();
  expect((await as(token).try(['get', 'pods'])).stderr).toContain(LOGIN);
  const replaced = await read('serviceaccount bot -n team', '{.secrets[0].name}');
  expect(replaced).not.toBe(name);
  expect(atob(await read(`secret ${replaced} -n team`, '{.data.token}'))).not.toBe(token);
  await root.run(['delete', 'namespace', 'team', '--wait=false']);
  await settle();
  expect((await root.try(['get', 'namespace', 'team'])).stderr).toContain('NotFound');
});

story('what admission adds has no owner, so that an apply on the server side does not take it away', async () => {
  const { root, read } = await scene('modern');
  const mounted = { name: 'c', image: 'nginx', volumeMounts: [{ name: 'v', mountPath: '/v' }] };
  const pod = (labels: object): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', labels },
      spec: { containers: [mounted], volumes: [{ name: 'v', emptyDir: {} }] },
    });
  await root.run(['apply', '-f', '-'], pod({ app: 'a' }));
  const owned = (
    JSON.parse(await read('pod web --show-managed-fields', '{.metadata.managedFields[0].fieldsV1}')) as {
      'f:spec': Record<string, object>;
    }
  )['f:spec'];
  expect(Object.keys(owned['f:volumes']!)).toEqual(['.', 'k:{"name":"v"}']);
  expect(owned).not.toHaveProperty('f:tolerations');
  expect(owned).not.toHaveProperty('f:serviceAccountName');
  const applied = 'pod/web serverside-applied\n';
  expect(await root.run(['apply', '--server-side', '--force-conflicts', '-f', '-'], pod({ app: 'a' }))).toBe(applied);
  expect(await root.run(['apply', '--server-side', '-f', '-'], pod({ app: 'b' }))).toBe(applied);
  expect(await read('pod web', '{.metadata.labels.app}')).toBe('b');
  expect(JSON.parse(await read('pod web', '{.spec.volumes}'))).toHaveLength(2);
});

story('who wants plain pods switches the plugin off', async () => {
  const { root, read, cluster } = await scene('modern');
  const off = { configuration: { kind: 'DefaultAdmissionConfig', apiVersion: 'v1', disable: true } };
  const yaml = JSON.stringify({ admissionConfig: { pluginConfig: { ServiceAccount: off } } });
  await cluster.mutate('setAdmissionConfig', { yaml }, 'config { plugins }');
  await root.run(['run', 'plain', '--image=nginx']);
  expect(await read('pod plain', '{.spec.volumes}{.spec.serviceAccountName}')).toBe('');
});

story('a token Secret that is deleted comes back under another name', async () => {
  const { root, read, settle } = await scene('k8s-1.20');
  await settle();
  const before = await read('serviceaccount default', '{.secrets[*].name}');
  expect(before).toMatch(/^default-token-\w{5}$/);
  await root.run(['delete', 'secret', before]);
  await settle();
  const after = await read('serviceaccount default', '{.secrets[*].name}');
  expect(after).toMatch(/^default-token-\w{5}$/);
  expect(after).not.toBe(before);
  expect(await root.run(['get', 'secrets', '-o', 'name'])).toBe(`secret/${after}\n`);
  await root.run(['run', 'web', '--image=nginx']);
  expect(await read('pod web', '{.spec.volumes[0].secret.secretName}')).toBe(after);
});

story('others check a token with the keys that its cluster publishes', async () => {
  const { cluster, root, as } = await scene('modern');
  const read = async (client: Client, path: string): Promise<Record<string, unknown>> =>
    JSON.parse(await client.run(['get', '--raw', path])) as Record<string, unknown>;
  const issuer = 'https://kubernetes.default.svc.cluster.local';
  expect(await read(root, '/.well-known/openid-configuration')).toEqual({
    issuer,
    jwks_uri: `${cluster.url}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  });
  const keys = await read(root, '/openid/v1/jwks');
  await root.run(['create', 'serviceaccount', 'bot']);
  const token = (await root.run(['create', 'token', 'bot', '--duration=10m'])).trim();
  const currentDate = new Date(decodeJwt(token).iat! * 1000);
  const checks = { issuer, audience: issuer, currentDate };
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys as never), checks);
  expect(payload.sub).toBe('system:serviceaccount:default:bot');
  expect(await read(as(token), '/openid/v1/jwks')).toEqual(keys);

  const other = await scene('okd-legacy');
  expect((await other.root.try(['get', '--raw', '/openid/v1/jwks'])).stderr).toContain('could not find');
  const third = await scene('k8s-1.20');
  const foreign = await read(third.root, '/openid/v1/jwks');
  await expect(jwtVerify(token, createLocalJWKSet(foreign as never), checks)).rejects.toThrow('no applicable key');
  expect((await third.as(token).try(['get', 'pods'])).stderr).toContain(LOGIN);
});
