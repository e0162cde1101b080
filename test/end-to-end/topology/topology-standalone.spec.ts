import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@orrery/test-services';
import { until } from '@orrery/test-services';

const program = join(__dirname, '../../../dist/apps/standalone/main.js');
let folder: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-standalone-'));
  // Started by root, the database runs as another user.
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Start {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output: string;
}

function start(...options: string[]): Start {
  return startProgram(program, options);
}

function startProgram(file: string, options: readonly string[]): Start {
  const child = spawn(process.execPath, [file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  void ended.then(() => running.delete(child));
  const started: Start = { child, ended, output: '' };
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (started.output += text));
  return started;
}

async function whenReady(started: Start): Promise<void> {
  await new Promise<void>((done, fail) => {
    started.child.stdout!.on('data', () => started.output.includes('is ready') && done());
    void started.ended.then(() => fail(new Error(started.output)));
  });
}

/** Those of this process alone: other servers come and go, and each removes what dead ones left behind. */
const ephemeralFolders = ({ child }: Start): string[] =>
  readdirSync(existsSync('/dev/shm') ? '/dev/shm' : tmpdir()).filter((name) =>
    name.startsWith(`orrery-ephemeral-${child.pid}-`),
  );

test('a second start on the same folder is refused, and the first goes on', async () => {
  const port = await freePort();
  const first = start('--port', String(port), '--data-dir', folder);
  await whenReady(first);
  const second = start('--port', String(await freePort()), '--data-dir', folder);
  expect(await second.ended).toBe(2);
  expect(second.output).toContain(`--data-dir: the folder ${folder} is in use by process ${first.child.pid}`);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = start('--port', String(port), '--data-dir', folder);
  await whenReady(third);
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['kubeconfig', 'postgres']);
});

test.each<{ what: string; signals: NodeJS.Signals[]; code: number }>([
  { what: 'Ctrl-C', signals: ['SIGINT'], code: 0 },
  { what: 'a closed terminal', signals: ['SIGHUP'], code: 0 },
  { what: 'SIGTERM that comes twice', signals: ['SIGTERM', 'SIGTERM'], code: 0 },
])('$what leaves nothing of an ephemeral server', async ({ signals, code }) => {
  const started = start('--ephemeral', '--port', String(await freePort()));
  await whenReady(started);
  expect(ephemeralFolders(started)).toHaveLength(1);
  for (const signal of signals) started.child.kill(signal);
  expect(await started.ended).toBe(code);
  expect(ephemeralFolders(started)).toEqual([]);
});

test('a server whose Postgres is killed says so, starts it again and goes on', async () => {
  const port = await freePort();
  const started = start('--port', String(port), '--data-dir', folder);
  await whenReady(started);
  const path = `http://127.0.0.1:${port}/api/v1/namespaces/default/configmaps`;
  const acknowledged: string[] = [];
  const create = async (name: string): Promise<Response> => {
    const body = JSON.stringify({ metadata: { name } });
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (answer.status === 201) acknowledged.push(name);
    return answer;
  };
  expect((await create('before')).status).toBe(201);
  process.kill(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  let refused: Response | undefined;
  for (let i = 0; refused?.status !== 503; i++) refused = await create(`until-${i}`);
  expect(refused.headers.get('retry-after')).toBe('1');
  const status = (await refused.json()) as { reason: string; message: string };
  expect(status).toMatchObject({ reason: 'ServiceUnavailable', details: { retryAfterSeconds: 1 } });
  expect(status.message).toMatch(/^the database (refuses connections|was stopped or is starting), try again later$/);
  expect((await fetch(path)).status).toBe(200);
  await until('it takes writes again', async () => (await create(`after-${acknowledged.length}`)).status === 201);
  await until('it is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  await until('the log says so', async () => started.output.includes('the database does its work again'));
  const said = (text: string): number => started.output.split(text).length - 1;
  expect([said('"check":"database","fault"'), said('is started again'), said('runs again')]).toEqual([1, 1, 1]);
  expect(started.output).not.toMatch(/ECONNREFUSED|prisma/i);
  const { items } = (await (await fetch(path)).json()) as { items: { metadata: { name: string } }[] };
  expect(items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(acknowledged));
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});

test('who stops it before it has started leaves nothing either', async () => {
  const started = start('--ephemeral', '--port', String(await freePort()));
  while (ephemeralFolders(started).length === 0) await new Promise((resolve) => setImmediate(resolve));
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
  expect(ephemeralFolders(started)).toEqual([]);
});

test.each<{ option: string; value: () => string; message: string }>([
  { option: '--data-dir', value: () => join(folder, 'file'), message: 'is not a folder' },
  { option: '--data-dir', value: () => '/dev/null/x', message: 'cannot be written' },
  { option: '--kubeconfig', value: () => folder, message: 'cannot be written' },
  { option: '--kubeconfig', value: () => join(folder, 'file', 'x'), message: 'is not a folder' },
])('$option that $message is refused before anything starts', async ({ option, value, message }) => {
  writeFileSync(join(folder, 'file'), '');
  const started = start('--port', String(await freePort()), option, value());
  expect(await started.ended).toBe(2);
  expect(started.output).toContain(`${option}: `);
  expect(started.output).toContain(message);
  expect(started.output).not.toContain('    at ');
});

test('SIGINT to the launcher alone ends the server', async () => {
  const port = await freePort();
  const launcher = join(__dirname, '../../../tools/start.mjs');
  const started = startProgram(launcher, ['--port', String(port), '--data-dir', folder]);
  await whenReady(started);
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
});

test.each([
  ['18.20.4', 'Orrery needs Node 20.19 or newer, and this is Node 18.20.4'],
  ['20.18.3', 'Orrery needs Node 20.19 or newer, and this is Node 20.18.3'],
  ['20.19.0', ''],
  ['22.0.0', ''],
])('Node %s is reported or not', (version, expected) => {
  const script = `import { nodeProblem } from './apps/cli/bin/require-node.mjs'; process.stdout.write(nodeProblem('${version}') ?? '');`;
  const root = join(__dirname, '../../..');
  const said = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(said.stderr).toBe('');
  expect(said.stdout.slice(0, expected === '' ? undefined : expected.length)).toBe(expected);
});
