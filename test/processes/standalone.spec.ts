import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { freePort, until } from '@orrery/test-services';
import { nodeProblem } from '../../apps/cli/bin/require-node.cjs';

const ROOT = join(__dirname, '../..');
const program = join(ROOT, 'dist/apps/standalone/main.js');
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
  return startCommand(process.execPath, [program, ...options]);
}

function startCommand(file: string, args: readonly string[]): Start {
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  void ended.then(() => running.delete(child));
  const started: Start = { child, ended, output: '' };
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (started.output += text));
  return started;
}

async function whenReady(started: Start): Promise<void> {
  await new Promise<void>((done, fail) => {
    const look = (): void => void (started.output.includes('is ready') && done());
    started.child.stdout!.on('data', look);
    look();
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
  expect(second.output).toContain(
    `--data-dir: the folder ${folder} is in use by process ${first.child.pid}, which serves http://`,
  );
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

test('two that start at once on one port: one has it, the other says so in one sentence', async () => {
  const port = String(await freePort());
  const both = [folder, join(folder, 'other')].map((each) => start('--port', port, '--data-dir', each));
  const loser = await Promise.race(both.map(async (each) => each.ended.then(() => each)));
  expect(await loser.ended).toBe(2);
  expect(loser.output).toContain(`port ${port} is taken by another program; choose another one with --port`);
  expect(loser.output).not.toContain('    at ');
  const winner = both.find((each) => each !== loser)!;
  await whenReady(winner);
  winner.child.kill('SIGTERM');
  expect(await winner.ended).toBe(0);
});

test.each<{ to: string; signal: NodeJS.Signals; command: readonly [string, ...string[]] }>([
  { to: 'the launcher', signal: 'SIGINT', command: [process.execPath, 'tools/start.mjs'] },
  // npm does not pass it on, and neither does the shell that it starts.
  { to: 'npm', signal: 'SIGHUP', command: ['npm', 'start', '--'] },
])('$signal to $to alone ends the server', async ({ signal, command: [file, ...args] }) => {
  const port = await freePort();
  const started = startCommand(file, [...args, '--port', String(port), '--data-dir', folder]);
  await whenReady(started);
  started.child.kill(signal);
  await started.ended;
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
});

test.each([
  ['18.20.4', 'Orrery needs Node 20.19 or newer, and this is Node 18.20.4'],
  ['20.18.3', 'Orrery needs Node 20.19 or newer, and this is Node 20.18.3'],
  ['20.19.0', ''],
  ['22.0.0', ''],
])('Node %s is reported or not', (version, expected) => {
  expect((nodeProblem(version) ?? '').slice(0, expected === '' ? undefined : expected.length)).toBe(expected);
});

test('every Node can read what looks at its version, which stands before everything else', () => {
  const at = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  const check = at('apps/cli/bin/require-node.cjs');
  const forTarget = (target: string): string => transformSync(check, { target }).code;
  expect(forTarget('es5')).toBe(forTarget('esnext'));
  const { bin, scripts } = JSON.parse(at('package.json')) as Record<string, Record<string, string>>;
  expect(scripts!['start']).toMatch(/^node -r \.\/apps\/cli\/bin\/require-node\.cjs /);
  for (const file of Object.values(bin!))
    expect(at(file)).toMatch(/^(#!.*\n|'use strict';\n|\/\/.*\n)*require\('\.\/require-node\.cjs'\);\n/);
});
