import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterRuntime } from '@orrery/control-plane';
import { stringify } from 'yaml';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { startGuardedApi, type GuardedApi } from './guarded-api';
import { runImport, type Run } from './run-import';

let server: TestGraphqlServer;
let api: GuardedApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-import-'));
  [server, api] = await Promise.all([startTestGraphqlServer(), startGuardedApi()]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([server.close(), api.close()]);
});

const orreryImport = (args: readonly string[]): Promise<Run> => runImport({ server: server.url, folder }, args);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig of one context, whose parts may be others. */
function kubeconfig(cluster: object, user: object | undefined, more: object = {}): string {
  return stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster }],
    users: user ? [{ name: 'u', user }] : [],
    ...more,
  });
}

async function runFrom(text: string, cluster: string, ...args: string[]): Promise<Run> {
  writeFileSync(join(folder, 'kubeconfig'), text);
  return orreryImport(['--from-kubeconfig', 'kubeconfig', '--cluster', cluster, ...args]);
}

async function cluster(name: string): Promise<ClusterRuntime> {
  const found = await server.plane.cluster(name);
  if (!found) throw new TypeError(`no cluster ${name}`);
  return found;
}

test('a cluster is read from another context, and left as it is', async () => {
  const source = await server.cluster({ nodes: 2 });
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', namespace: 'default' },
    data: { a: 'b' },
  };
  await source.mutate('createObject', { object }, 'object { id }');
  const { revision } = (await cluster(source.name)).cache;
  const text = kubeconfig({ server: source.url }, { token: 't' }, { 'current-context': 'another' });
  const run = await runFrom(text, 'live', '--from-context', 'c');
  expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^Node +2 +v1$/m) });
  const live = await cluster('live');
  expect(live.cache.get({ resource: 'configmaps', namespace: 'default', name: 'c' })).toMatchObject({
    data: { a: 'b' },
  });
  expect((await cluster(source.name)).cache.revision).toBe(revision);
});

describe('a cluster that asks for certificates', () => {
  const withFiles = (): readonly [object, object] => {
    mkdirSync(join(folder, 'pki'), { recursive: true });
    writeFileSync(join(folder, 'pki/ca.crt'), api.authority);
    writeFileSync(join(folder, 'pki/me.crt'), api.client.cert);
    writeFileSync(join(folder, 'pki/me.key'), api.client.key);
    return [
      { server: `${api.url}/`, 'certificate-authority': 'pki/ca.crt' },
      { 'client-certificate': 'pki/me.crt', 'client-key': 'pki/me.key' },
    ];
  };
  const inside = (): readonly [object, object] => [
    { server: api.url, 'certificate-authority-data': base64(api.authority) },
    { 'client-certificate-data': base64(api.client.cert), 'client-key-data': base64(api.client.key) },
  ];

  test.each([
    ['in files beside it', withFiles],
    ['in itself', inside],
    ['under another name', () => [{ ...inside()[0], 'tls-server-name': 'api.example.com' }, inside()[1]] as const],
    ['from a program', () => [inside()[0], { exec: programThatGives(api.client) }] as const],
  ])('is read page by page with those that the kubeconfig has %s', async (name, parts) => {
    const before = api.asked.length;
    const run = await runFrom(kubeconfig(...parts()), `guarded-${name.length}`);
    expect(run).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Node +7 +v1\n[^]*not read: v1 Secret: secrets is forbidden$/m),
    });
    const asked = api.asked.slice(before);
    expect(asked.map(({ path }) => path)).toEqual([
      '/apis',
      '/api/v1',
      ...['', '&continue=3', '&continue=6'].map((token) => `/api/v1/nodes?limit=500${token}`),
      '/api/v1/secrets?limit=500',
    ]);
    expect(new Set(asked.map(({ by }) => by))).toEqual(new Set(['DNS:reader']));
  });

  test.each([
    ['nothing that vouches for it', () => ({ server: api.url }), () => inside()[1]],
    ['no certificate of the client', () => inside()[0], () => ({ token: 't' })],
  ])('cannot be read with %s', async (_name, there, user) => {
    const run = await runFrom(kubeconfig(there(), user()), 'never');
    expect(run).toMatchObject({ code: 3, err: expect.stringContaining('cannot be reached: ') });
    expect(await server.plane.cluster('never')).toBeUndefined();
  });

  test('is given the token of a file before that of the kubeconfig, and what its program gives', async () => {
    writeFileSync(join(folder, 'token'), 'of-the-file\n');
    const users = [
      { tokenFile: 'token', token: 'of-the-kubeconfig' },
      { tokenFile: 'none', token: 'of-the-kubeconfig' },
      { exec: programThatGives(api.client) },
    ];
    const given: (string | undefined)[] = [];
    for (const user of users) {
      const text = kubeconfig(inside()[0], { ...inside()[1], ...user });
      expect(await runFrom(text, 'with-token', '--dry-run')).toMatchObject({ code: 0 });
      given.push(api.asked.at(-1)!.authorization);
    }
    expect(given).toEqual(['Bearer of-the-file', 'Bearer of-the-kubeconfig', `Bearer ${api.url}/more`]);
  });

  test('whose pages are forgotten is read in one', async () => {
    const before = api.asked.length;
    api.forgetPages();
    const run = await runFrom(kubeconfig(...inside()), 'forgetful');
    expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^Node +7 +v1$/m) });
    expect(api.asked.slice(before).flatMap(({ path }) => (path.includes('/nodes') ? [path] : []))).toEqual([
      '/api/v1/nodes?limit=500',
      '/api/v1/nodes?limit=500&continue=3',
      '/api/v1/nodes?limit=0',
    ]);
  });
});

/** Makes a program in a folder beside the kubeconfig; its token names the cluster that it was called for. */
function programThatGives({ cert, key }: { readonly cert: string; readonly key: string }): object {
  const status = { clientCertificateData: cert, clientKeyData: key };
  const code = `const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
    const status = { ...${JSON.stringify(status)}, token: spec.cluster.server + process.env.MORE };
    console.log(JSON.stringify({ apiVersion: '${V1}', kind: 'ExecCredential', status }));`;
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/give'), `#!${process.execPath}\n${code}\n`);
  chmodSync(join(folder, 'bin/give'), 0o755);
  const env = [{ name: 'MORE', value: '/more' }];
  return { apiVersion: V1, command: './bin/give', provideClusterInfo: true, env };
}

const V1 = 'client.authentication.k8s.io/v1';
const NOWHERE = { server: 'http://127.0.0.1:9' };
const running = (code: string, more: object = {}): object => ({
  exec: { apiVersion: V1, command: process.execPath, args: ['-e', code], ...more },
});

test.each<[string, string, readonly string[], number, string]>([
  ['no context', 'contexts: []', [], 2, 'no context ""'],
  ['another context', kubeconfig(NOWHERE, {}), ['--from-context', 'd'], 2, 'no context "d"'],
  ['no such user', kubeconfig(NOWHERE, undefined), [], 2, 'no user "u"'],
  ['no such cluster', kubeconfig(NOWHERE, {}, { clusters: [] }), [], 2, 'no cluster "k"'],
  ['no kubeconfig', 'a: [', [], 2, 'kubeconfig cannot be read: '],
  ['a proxy', kubeconfig({ ...NOWHERE, 'proxy-url': 'http://p' }, {}), [], 2, '"proxy-url" is not supported'],
  [
    'a way in that is not supported',
    kubeconfig(NOWHERE, { 'auth-provider': { name: 'gcp' } }),
    [],
    2,
    '"auth-provider" is not supported',
  ],
  ['a password', kubeconfig(NOWHERE, { username: 'me', password: 'p' }), [], 2, '"username" is not supported'],
  ['another person', kubeconfig(NOWHERE, { token: 't', as: 'root' }), [], 2, '"as" is not supported'],
  ['no key', kubeconfig(NOWHERE, { 'client-certificate-data': base64('c') }), [], 2, 'has no client-key'],
  ['a certificate that is not there', kubeconfig(NOWHERE, { 'client-certificate': 'none.crt' }), [], 2, 'none.crt'],
  ['a token that is not there', kubeconfig(NOWHERE, { tokenFile: 'none.token' }), [], 2, 'none.token'],
  [
    'a program that is not there',
    kubeconfig(NOWHERE, { exec: { apiVersion: V1, command: 'no-such-program', installHint: 'Get it.' } }),
    [],
    2,
    'Get it.',
  ],
  [
    'a program of before',
    kubeconfig(NOWHERE, running('', { apiVersion: 'v1alpha1' })),
    [],
    2,
    'v1alpha1 is not supported',
  ],
  ['a program that asks', kubeconfig(NOWHERE, running('', { interactiveMode: 'Always' })), [], 2, 'needs a terminal'],
  ['a program that says nothing', kubeconfig(NOWHERE, running('')), [], 2, 'wrote no ExecCredential'],
  [
    'a program that gives nothing',
    kubeconfig(NOWHERE, running(`console.log('{"apiVersion":"${V1}","kind":"ExecCredential","status":{}}')`)),
    [],
    2,
    'gave neither a token nor a certificate with its key',
  ],
  ['a cluster that does not answer', kubeconfig(NOWHERE, {}), [], 3, 'cannot be reached'],
])('says what is wrong with a kubeconfig: %s', async (_name, text, args, code, message) => {
  const run = await runFrom(text, 'never', ...args);
  expect(run).toMatchObject({ code, err: expect.stringContaining(message) });
  expect(await server.plane.cluster('never')).toBeUndefined();
});
