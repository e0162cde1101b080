import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAbandoned, makeFolder } from '@orrery/process-lock';
import type { StandaloneSettings } from '@orrery/settings';
import { UsageError } from './options';

/** Throws {@link UsageError} for a port that cannot be listened on, before anything else is started. */
export function requireFreePort({ host, port }: StandaloneSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portError(port, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Returns the error for a port that cannot be listened on, with the user's options. */
function portError(port: number, error: NodeJS.ErrnoException): UsageError {
  const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.message})`;
  return new UsageError(`port ${port} ${reason}; choose another one with --port`);
}

/**
 * Returns the error of a start; one about the port, which another program may have taken since it was found free, as
 * {@link UsageError}.
 */
export function asPortError(port: number, error: unknown): unknown {
  const isOfPort = error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'listen';
  return isOfPort ? portError(port, error) : error;
}

/** Throws {@link UsageError} for a file that cannot be written; a file that is not there is not created. */
export function requireWritableFile(file: string, option: string): void {
  writableFolder(dirname(file), option);
  const isNew = !existsSync(file);
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    throw new UsageError(`${option}: ${file} cannot be written (${(error as Error).message})`);
  }
  if (isNew) rmSync(file, { force: true });
}

/** Creates the folder if it is not there. Throws {@link UsageError} if it cannot be used. */
export function writableFolder(folder: string, option: string): string {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${option}: ${folder} is not a folder`);
  }
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${option}: the folder ${folder} cannot be written to (${(error as Error).message})`);
  }
  return folder;
}

/** Folders of this name, which the id of a process follows, are of no use after that process. */
const EPHEMERAL = 'orrery-ephemeral-';

const MEMORY = '/dev/shm';
/** A database of tests stays below this; a container has 64 MB of shared memory unless it is given more. */
const NEEDED_BYTES = 512 * 1024 * 1024;

/** A new folder in memory if there is enough; folders that other processes left behind are removed. */
export function ephemeralFolder(): string {
  const parent = hasSpace(MEMORY) ? MEMORY : tmpdir();
  for (const name of readdirSync(parent)) {
    const left = join(parent, name);
    if (name.startsWith(EPHEMERAL) && isAbandoned(left)) rmSync(left, { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${EPHEMERAL}${process.pid}-`));
  // The database may have to run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

function hasSpace(folder: string): boolean {
  if (!existsSync(folder) || !isWritable(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

/** Returns whether files can be made there; a mount may be read only for root, too. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
