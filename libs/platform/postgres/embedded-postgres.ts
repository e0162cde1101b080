import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { lockFolder } from '@orrery/process-lock';
import { preparedFolder } from './data-folder';
import { lastWords } from './last-words';
import { isReachableByOthers } from './postgres-binaries';
import { prepareServer, type ServerFiles } from './server-files';
import { ServerKeeper, type ServerEvents, type StartedServer } from './server-keeper';
import { serverIdentity } from './server-user';

/** A Postgres server that lives and dies with this process. */
export interface EmbeddedDatabase {
  /** URL to which Prisma and BullMQ connect. */
  readonly url: string;
  /** Process id of the server, for memory figures; another one after it was started again. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** The folder that keeps the data between runs. */
  readonly folder: string;
  /** True for a server whose data need not survive: no waiting for the disk, and the folder is removed when the server stops. */
  readonly ephemeral?: boolean;
  /** Folder for the unpacked programs, in place of a folder of the user. */
  readonly cacheDir?: string | undefined;
  /** Files of an earlier call of {@link prepareServer}; without it the call is made here. */
  readonly files?: Promise<ServerFiles> | undefined;
  readonly events?: ServerEvents;
}

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

/** Files of the data folder, where others would be in memory that need not be writable. Windows has memory of its own kind only. */
const SHARED_MEMORY: readonly string[] = process.platform === 'win32' ? [] : ['dynamic_shared_memory_type=mmap'];

/** Safety measures that an ephemeral server leaves out: its data is worthless after a crash. */
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
    const files = await (options.files ?? prepareServer(options));
    const databaseDir = await preparedFolder(folder, files);
    const port = await freePort();
    const keeper = new ServerKeeper(() => startServer(files.postgres, { databaseDir, port, options }), options.events);
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

async function startServer(
  postgres: string,
  {
    databaseDir,
    port,
    options: { ephemeral },
  }: { databaseDir: string; port: number; options: EmbeddedDatabaseOptions },
): Promise<StartedServer> {
  const flags = [...SERVER_FLAGS, ...SHARED_MEMORY, ...(ephemeral ? EPHEMERAL_FLAGS : [])].flatMap((flag) => [
    '-c',
    flag,
  ]);
  const args = ['-D', databaseDir, '-p', String(port), ...flags];
  // Its own process group: Ctrl-C in the terminal must reach us alone, we stop the server after its clients.
  const server = spawn(...dyingWithUs(postgres, args), {
    ...serverIdentity(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = lastWords(server);
  await untilReady(server, words);
  return { process: server, words };
}

/** Path of Linux's setpriv, by which the server stops when this program is killed. */
const SETPRIV = '/usr/bin/setpriv';

function dyingWithUs(program: string, args: readonly string[]): [string, string[]] {
  if (!existsSync(SETPRIV)) return [program, [...args]];
  return [SETPRIV, ['--pdeathsig', 'INT', program, ...args]];
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
