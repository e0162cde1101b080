import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@orrery/test-services';
import { packInto } from './installed-package';

/** A user who owns nothing, where this process can become another user. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

let folder: string;
let home: string;
let said: { readonly code: number | null; readonly output: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-install-'));
  chmodSync(folder, 0o755);
  const tarball = packInto(folder);
  // Without one, npm installs into a folder above that has a package.json or node_modules.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // What npm tells the scripts that it runs is not what a user's shell has.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ['install', tarball, '--prefer-offline'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  said = { code: status, output: stdout + stderr };
  home = join(folder, 'node_modules/@orrery-dev/orrery');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  if (UNPRIVILEGED.uid !== undefined) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return path;
};

/** Starts a server that keeps nothing. */
function start(options: readonly string[], environment: NodeJS.ProcessEnv = {}, identity: object = {}): Started {
  const args = [join(home, 'dist/apps/standalone/main.js'), '--ephemeral', '--port', '0', '--nodes', '1', ...options];
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, args, { cwd: folder, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'] });
  const started = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (started.output += text));
  return started;
}

interface Started {
  readonly child: ChildProcess;
  output: string;
}

/** Waits until it is ready, and ends it. */
async function endWhenReady(started: Started): Promise<void> {
  await until('the server is ready', async () => {
    if (started.child.exitCode !== null) throw new Error(started.output);
    return started.output.includes('is ready');
  });
  const end = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  expect(await end).toEqual([0, null]);
}

const archiveIn = (packed: string): string => {
  const names = readdirSync(packed).filter((name) => name.endsWith('.tar.br'));
  expect(names).toHaveLength(1);
  return join(packed, names[0]!);
};

test('npm installs the package without a warning, and runs no script for it', () => {
  expect(said).toMatchObject({ code: 0, output: expect.stringMatching(/added \d+ packages/) as string });
  expect(said.output).not.toMatch(/warn|deprecat|allow-?scripts|error/i);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  expect(Object.values(packages).filter((each) => each.hasInstallScript)).toEqual([]);
});

test('it takes less than 250 MB, also with the archives of all platforms', () => {
  const archive = statSync(archiveIn(join(home, 'dist/postgres'))).size;
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const sizes = files.map((name) => statSync(join(folder, 'node_modules', name))).filter((file) => file.isFile());
  const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
  // The archive of macOS holds programs for two processors, each of the five others about what this one does.
  expect(megabytes + (7 * archive) / 1e6).toBeLessThan(250);
});

test('two first starts at once share what is unpacked', async () => {
  const cache = join(folder, 'cache-of-two');
  await Promise.all([1, 2].map(() => endWhenReady(start(['--cache-dir', cache]))));
  expect(readdirSync(cache).sort()).toEqual([
    expect.stringMatching(/^data-[a-z0-9-]+\.[0-9a-f]{16}-[0-9a-f]{8}$/),
    expect.stringMatching(/^postgres-[a-z0-9-]+\.[0-9a-f]{16}$/),
  ]);
});

test('a start that is killed while it unpacks leaves nothing that the next one takes for complete', async () => {
  const packed = join(home, 'dist/postgres');
  const archive = archiveIn(packed);
  const content = readFileSync(archive);
  const cache = join(folder, 'cache-of-killed');
  // The archive as a pipe: half of it comes, and then nothing more.
  renameSync(archive, `${archive}.aside`);
  execFileSync('mkfifo', [archive]);
  const killed = start(['--cache-dir', cache]);
  const pipe = createWriteStream(archive);
  pipe.on('error', () => undefined);
  try {
    pipe.write(content.subarray(0, content.length / 2));
    await until('some of it is unpacked', async () => {
      if (killed.child.exitCode !== null) throw new Error(killed.output);
      return existsSync(cache) && readdirSync(cache, { recursive: true }).length > 3;
    });
    const end = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await end;
  } finally {
    pipe.destroy();
    renameSync(`${archive}.aside`, archive);
  }
  expect(readdirSync(cache)).toEqual([expect.stringContaining('.unpacking-')]);
  await endWhenReady(start(['--cache-dir', cache]));
  expect(readdirSync(cache)).toHaveLength(3);
});

test('with a home that cannot be written to, Postgres is unpacked among temporary files', async () => {
  const temporary = made('temporary');
  const closed = join(folder, 'read-only');
  // For root it is the home of another user.
  mkdirSync(closed, { mode: 0o555 });
  await endWhenReady(start([], { HOME: closed, TMPDIR: temporary }, UNPRIVILEGED));
  expect(readdirSync(closed)).toEqual([]);
  const uid = UNPRIVILEGED.uid ?? process.getuid!();
  expect(readdirSync(join(temporary, `orrery-${uid}`)).sort()).toEqual([
    expect.stringMatching(/^data-/),
    expect.stringMatching(/^postgres-/),
  ]);
});

/** An id that no line of /etc/passwd has, as containers are often run with. */
const UNNAMED = 54_321;
(UNPRIVILEGED.uid === undefined ? test.skip : test)('a user without a name learns what Postgres lacks', async () => {
  const cache = join(folder, 'cache-of-unnamed');
  mkdirSync(cache);
  chownSync(cache, UNNAMED, UNNAMED);
  const started = start(['--cache-dir', cache], {}, { uid: UNNAMED, gid: UNNAMED });
  await once(started.child, 'close');
  expect(started.child.exitCode).toBe(2);
  expect(started.output.split('\n')[0]).toMatch(/^Postgres needs a user with a name, and the user 54321 has none: /);
});

test('a cache folder that cannot be made is named, in one sentence', async () => {
  const started = start(['--cache-dir', join(home, 'package.json/cache')]);
  await once(started.child, 'close');
  expect(started.child.exitCode).toBe(2);
  const problem = `--cache-dir: Postgres cannot be unpacked into ${home}/package.json/cache (ENOTDIR)`;
  expect(started.output.split('\n')[0]).toBe(problem);
});
