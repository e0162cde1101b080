import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { serverOfEnvironment } from './environment-server';
import { OrreryError } from './errors';
import { kubeconfigFor, writeKubeconfig } from './kubeconfig';

const SERVER = { url: 'https://127.0.0.1:8080', token: 'secret', ca: 'PEM' };
let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-environment-'));
  file = join(folder, 'kubeconfig');
  writeKubeconfig(file, kubeconfigFor(SERVER, ['default']));
});
afterAll(() => rmSync(folder, { recursive: true }));

const known = { ...SERVER, namespace: 'default' };

test('the kubeconfig of the same server says who asks and whom to trust', () => {
  expect(serverOfEnvironment({ ORRERY_URL: `${SERVER.url}/`, KUBECONFIG: file })).toEqual(known);
});

test('the address counts before a kubeconfig that is about something else, or cannot be read', () => {
  const url = 'http://127.0.0.1:9000';
  expect(serverOfEnvironment({ ORRERY_URL: url, KUBECONFIG: file })).toEqual({ url });
  expect(serverOfEnvironment({ ORRERY_URL: url, KUBECONFIG: join(folder, 'none') })).toEqual({ url });
});

test('a kubeconfig alone is enough, and files that are not there are left out of several', () => {
  expect(serverOfEnvironment({ KUBECONFIG: [file, 'other'].join(delimiter) })).toEqual(known);
  expect(serverOfEnvironment({ KUBECONFIG: ['other', file].join(delimiter) })).toEqual(known);
  expect(() => serverOfEnvironment({ KUBECONFIG: join(folder, 'none') })).toThrow(OrreryError);
});

test('several files are one kubeconfig: the first that says something counts', () => {
  const current = join(folder, 'current');
  writeFileSync(
    current,
    'current-context: orrery-two\ncontexts: []\nclusters:\nusers: [{ name: admin, user: { token: mine } }]\n',
  );
  const both = join(folder, 'both');
  writeKubeconfig(both, kubeconfigFor(SERVER, ['default', 'two']));
  expect(serverOfEnvironment({ KUBECONFIG: [current, both].join(delimiter) })).toEqual({
    ...known,
    url: `${SERVER.url}/clusters/two`,
    token: 'mine',
  });
  expect(() => serverOfEnvironment({ KUBECONFIG: [current, file].join(delimiter) })).toThrow(
    `the kubeconfig ${current}${delimiter}${file} has no server for its current context`,
  );
});

test('an environment may say nothing', () => {
  expect(serverOfEnvironment({ KUBECONFIG: '', ORRERY_URL: '' })).toBeUndefined();
});
