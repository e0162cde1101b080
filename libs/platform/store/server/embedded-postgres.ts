import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { lockFolder } from '@orrery/process-lock';
import { isReachableByOthers, POSTGRES_USER, serverBinaries } from './postgres-binaries';
import { ServerKeeper, type ServerEvents, type StartedServer } from './server-keeper';

/** A Postgres server that lives and dies with this process. */
export interface EmbeddedDatabase {
  /** Where Prisma and BullMQ connect. */
  readonly url: string;
  /** Process id of the server, for memory figures; another one after it was started again. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** The folder that keeps the data between runs. */
  readonly folder: string;
  /** Nothing has to survive: no waiting for the disk, and the folder is removed when the server stops. */
  readonly ephemeral?: boolean;
  /** Where the programs are unpacked, in place of a folder of the user. */
  readonly cacheDir?: string | undefined;
  readonly events?: ServerEvents;
}

/** Postgres refuses to initialise a folder for the user that this program runs as; the message says what would help. */
export class UnnamedUserError extends Error {}

/** Little memory and few background wake-ups: the server shares two cores with everything else. */
const SERVER_FLAGS: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=150',
  'max_wal_size=1GB',
  'wal_buffers=4MB',
  'autovacuum_work_mem=8MB',
  'checkpoint_timeout=15min',
  'io_method=sync',
  'jit=off',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
];

/** What an ephemeral server may leave out: its data is worth nothing after a crash. */
const EPHEMERAL_FLAGS: readonly string[] = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/**
 * Starts the server, initialising its folder the first time. Fails with the server's own words, or with
 * {@link FolderInUseError} if another process has its server there.
 */
export async function startEmbeddedPostgres(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const isRoot = process.getuid?.() === 0;
  const folder = resolve(options.folder);
  // Only the folder below is private: the server may have to enter as another user.
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
  if (isRoot && !isReachableByOthers(folder)) {
    throw new Error(
      `Postgres cannot run as root, and the user nobody that it runs as instead cannot enter ${folder}: choose another folder`,
    );
  }
  const release = lockFolder(folder);
  try {
    const binaries = await serverBinaries(isRoot, options.cacheDir);
    const databaseDir = await preparedFolder(folder, binaries.initdb);
    const port = await freePort();
    const keeper = new ServerKeeper(
      () => startServer(binaries.postgres, { databaseDir, port, options }),
      options.events,
    );
    await keeper.start();
    return {
      url: `postgresql://orrery:orrery@127.0.0.1:${port}/postgres`,
      get pid() {
        return keeper.pid;
      },
      stop: async () => {
        await keeper.stop();
        release();
        if (options.ephemeral) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Initialises the folder of the data the first time; stops the server that a killed program has left there. */
async function preparedFolder(folder: string, initdb: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const databaseDir = join(folder, 'postgres');
  mkdirSync(databaseDir, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(databaseDir, POSTGRES_USER.uid, POSTGRES_USER.gid);
  if (existsSync(join(databaseDir, 'PG_VERSION'))) await stopOrphan(databaseDir);
  else await initialise(initdb, databaseDir, isRoot ? POSTGRES_USER : {});
  return databaseDir;
}

async function startServer(
  postgres: string,
  {
    databaseDir,
    port,
    options: { ephemeral },
  }: { databaseDir: string; port: number; options: EmbeddedDatabaseOptions },
): Promise<StartedServer> {
  const isRoot = process.getuid?.() === 0;
  const flags = [...SERVER_FLAGS, ...(ephemeral ? EPHEMERAL_FLAGS : [])].flatMap((flag) => ['-c', flag]);
  const args = ['-D', databaseDir, '-p', String(port), ...flags];
  // Its own process group: Ctrl-C in the terminal must reach us alone, we stop the server after its clients.
  const server = spawn(...dyingWithUs(postgres, args), {
    ...(isRoot ? POSTGRES_USER : {}),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = collect(server);
  await untilReady(server, words);
  return { process: server, words };
}

/** Where Linux's setpriv is, the server stops when this program is killed. */
const SETPRIV = '/usr/bin/setpriv';

function dyingWithUs(program: string, args: readonly string[]): [string, string[]] {
  if (!existsSync(SETPRIV)) return [program, [...args]];
  return [SETPRIV, ['--pdeathsig', 'INT', program, ...args]];
}

async function initialise(initdb: string, databaseDir: string, identity: object): Promise<void> {
  const passwordFile = join(tmpdir(), `orrery-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, 'orrery\n', { mode: 0o600 });
  if ('uid' in identity) chownSync(passwordFile, POSTGRES_USER.uid, POSTGRES_USER.gid);
  const args = [`--pgdata=${databaseDir}`, '--auth=password', '--username=orrery', `--pwfile=${passwordFile}`];
  const child = spawn(initdb, [...args, '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'], {
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = collect(child);
  try {
    const code = await new Promise<number | null>((done, fail) => {
      child.once('close', done);
      child.once('error', fail);
    });
    if (code !== 0) throw initialisationError(words());
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** initdb of PostgreSQL looks for the name of its user (`get_user_name_or_exit`), which containers that run as any number lack. */
function initialisationError(words: string): Error {
  const [, id] = /could not look up effective user ID (\d+)/.exec(words) ?? [];
  if (id === undefined) return new Error(`the embedded Postgres could not be initialised: ${words}`);
  return new UnnamedUserError(
    `Postgres needs a user with a name, and the user ${id} has none: add a line for it to /etc/passwd, or run as another user`,
  );
}

function untilReady(server: ChildProcess, words: () => string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('close', () => fail(new Error(`the embedded Postgres did not start: ${words()}`)));
    server.stderr?.on('data', () => {
      if (words().includes('ready to accept connections')) done();
    });
  });
}

/** Keeps the last words of a child process, for error messages. */
function collect(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4000);
  });
  return () => words.trim();
}

/** After a kill of this program its server is still running on the folder; it must go before another one starts there. */
async function stopOrphan(databaseDir: string): Promise<void> {
  const lock = join(databaseDir, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (isServerOn(pid, databaseDir)) {
    process.kill(pid, 'SIGINT');
    while (isServerOn(pid, databaseDir)) await new Promise((done) => setTimeout(done, 20));
  }
  rmSync(lock, { force: true });
}

function isServerOn(pid: number, databaseDir: string): boolean {
  try {
    process.kill(pid, 0);
    const commandLine = existsSync('/proc') ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : databaseDir;
    return commandLine.includes(databaseDir);
  } catch {
    return false;
  }
}

/** A free loopback port, as the operating system gives it out. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
