import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientBinary, createDatabase, freePort, imageLayout, until } from '@orrery/test-services';
import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');
const kubectl = clientBinary('kubectl');

/** Returns the settings of containers in the last stage of the Dockerfile. */
function readImage() {
  const dockerfile = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const texts = (instruction: JSONInstruction): string[] =>
    instruction.getJSONStrings().map((text) => JSON.parse(text.getValue()) as string);
  const variables = dockerfile.getENVs().flatMap((env) => env.getProperties());
  const health = /CMD (\[.*\])$/.exec(dockerfile.getHEALTHCHECKs()[0]!.getArgumentsContent()!)![1]!;
  return {
    environment: Object.fromEntries(variables.map((one) => [one.getName(), one.getValue()!])),
    entrypoint: texts(dockerfile.getENTRYPOINTs()[0]!),
    command: texts(dockerfile.getCMDs()[0]!),
    health: JSON.parse(health) as string[],
    user: Number(
      dockerfile
        .getInstructions()
        .find((each) => each.getKeyword() === 'USER')!
        .getArgumentsContent()!
        .split(':')[0],
    ),
    sources: dockerfile.getCOPYs().map((copy) => copy.getArguments()[0]!.getValue()),
  };
}

const image = readImage();

test('everything that is copied is built or stands in the build context', () => {
  const own = image.sources
    .filter((source) => source.startsWith('/app/'))
    .map((source) => source.slice('/app/'.length));
  expect(own.length).toBeGreaterThan(3);
  expect(own.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('one process of the default command has the flags that a server is started with elsewhere', () => {
  const file = join(ROOT, 'dist/libs/sdk/server/node-flags.js');
  const { NODE_FLAGS } = jest.requireActual<{ NODE_FLAGS: readonly string[] }>(file);
  const perMachine = (flag: string): boolean => flag.startsWith('--v8-pool-size=');
  expect([...image.entrypoint.slice(1), ...image.command.slice(0, -1)]).toEqual(
    NODE_FLAGS.filter((flag) => !perMachine(flag)),
  );
});

describe('the default command, run by the user of the image in a folder that it cannot write to', () => {
  let layout: ReturnType<typeof imageLayout>;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let identity: { readonly uid?: number; readonly gid?: number };
  let server: ChildProcess;
  let output = '';

  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: ROOT });
    layout = imageLayout();
    // As the Dockerfile does it.
    const packed = join(layout.folder, 'dist/postgres');
    execFileSync(process.execPath, ['tools/pack-postgres.mjs', '--unpacked', '--target', packed], { cwd: ROOT });
    folder = mkdtempSync(join(tmpdir(), 'orrery-volume-'));
    for (const each of [layout.folder, folder]) chmodSync(each, 0o755);
    identity = unprivileged(layout.folder);
    for (const name of ['data', 'tmp']) {
      mkdirSync(join(folder, name));
      if (identity.uid !== undefined) execFileSync('chown', [String(identity.uid), join(folder, name)]);
    }
    const data = join(folder, 'data');
    const inVolume = Object.entries(image.environment).map(([name, value]) => [name, value.replace(/^\/data/, data)]);
    environment = {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      TMPDIR: join(folder, 'tmp'),
      ...Object.fromEntries(inVolume),
      ORRERY_PORT: String(await freePort()),
    };
  });
  afterAll(() => {
    server?.kill('SIGKILL');
    layout?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const container = () => ({ cwd: layout.folder, env: environment, ...identity });
  const health = (): number | null =>
    spawnSync(process.execPath, image.health.slice(1), { ...container(), encoding: 'utf8' }).status;
  const orrery = (...args: string[]): string =>
    execFileSync(process.execPath, ['apps/cli/bin/orrery.mjs', ...args], { ...container(), encoding: 'utf8' });

  test('is healthy once it serves, to users alone', async () => {
    expect(image.health[0]).toBe('node');
    expect(health()).toBe(1);
    const words = [...image.entrypoint.slice(1), ...image.command];
    server = spawn(process.execPath, words, { ...container(), stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (text) => (output += text));
    await until('it is ready', async () => {
      if (server.exitCode !== null) throw new Error(output);
      return output.includes('is ready');
    });
    expect(health()).toBe(0);
    expect(output).toContain(`https://127.0.0.1:${environment['ORRERY_PORT']}/graphql`);
  });

  (kubectl === undefined ? test.skip : test)('has a kubeconfig for clients outside', () => {
    const address = `https://localhost:${environment['ORRERY_PORT']}`;
    const text = orrery('cluster', 'kubeconfig', '--address', `${address}/`);
    const config = parse(text) as { clusters: { cluster: { server: string } }[]; users: { user: { token: string } }[] };
    expect(config.clusters[0]!.cluster.server).toBe(address);
    const ask = (kubeconfig: string) => {
      const file = join(folder, 'kubeconfig');
      writeFileSync(file, kubeconfig);
      const args = ['--kubeconfig', file, '--cache-dir', folder, 'get', 'nodes', '-o', 'name'];
      return spawnSync(kubectl!, args, { encoding: 'utf8' });
    };
    expect(ask(text).stdout).toBe('node/node-1\nnode/node-2\nnode/node-3\n');
    expect(ask(text.replace(config.users[0]!.user.token, 'guessed')).stderr).toContain('Unauthorized');
  });

  test.each(['/console', '/docs/', '/docs/guides/deploying'])('shows %s', async (path) => {
    const address = `https://127.0.0.1:${environment['ORRERY_PORT']}${path}`;
    const [answer] = (await once(get(address, { rejectUnauthorized: false }), 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('has the files that commands read', () => {
    expect(JSON.parse(orrery('scenario', 'schema'))).toMatchObject({ type: 'object' });
  });

  test('ends in order, and leaves its state in the volume', async () => {
    server.kill('SIGTERM');
    const code = await new Promise((resolve) => server.once('exit', resolve));
    expect({ code, isKept: existsSync(join(folder, 'data/postgres/PG_VERSION')) }).toEqual({ code: 0, isKept: true });
    expect(health()).toBe(1);
  });

  test('unpacks nothing: the image is built with its Postgres', () => {
    expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain('node tools/pack-postgres.mjs --unpacked');
    expect(readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('orrery'))).toEqual([]);
  });

  test('has a program that migrates a database and ends', async () => {
    const database = await createDatabase();
    const migrate = (url: string) =>
      spawnSync(process.execPath, ['dist/apps/migrate/main.js'], {
        ...container(),
        env: { ...environment, ORRERY_DATABASE_URL: url },
        encoding: 'utf8',
      });
    const [first, second, wrong] = [database.url, database.url, 'mysql://x'].map(migrate);
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining('database migrated') as string });
    expect(second).toMatchObject({ status: 0, stderr: '' });
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^migrate: ORRERY_DATABASE_URL /) as string,
    });
    await database.drop();
  });
});

/** The user of the image, if this process can become it and it can read the project; else who runs the tests. */
function unprivileged(folder: string): { readonly uid?: number; readonly gid?: number } {
  const { user } = image;
  expect(user).toBeGreaterThan(0);
  if (process.getuid?.() !== 0) return {};
  const identity = { uid: user, gid: user };
  const reads = spawnSync('test', ['-r', join(folder, 'node_modules/altair-static/package.json')], identity);
  return reads.status === 0 ? identity : {};
}
