import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, isRunning } from './process-identity';

const LOCK = 'orrery.pid';

/** Another process that is alive works in the folder. */
export class FolderInUseError extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`the folder ${folder} is in use by process ${pid}`);
  }
}

/**
 * Locks a folder for this process and returns a function that releases it; throws {@link FolderInUseError}. The lock of
 * a killed process does not count.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK);
  const holder = holderOf(folder);
  if (holder !== undefined) throw new FolderInUseError(folder, holder);
  rmSync(path, { force: true });
  try {
    // Who comes first of two that find the folder free has it.
    writeFileSync(path, `${process.pid} ${identityOf(process.pid).start}\n`, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new FolderInUseError(folder, holderOf(folder) ?? 0);
  }
  return () => rmSync(path, { force: true });
}

/** Returns whether a process took the folder and is gone without giving it back. */
export function isAbandoned(folder: string): boolean {
  return existsSync(join(folder, LOCK)) && holderOf(folder) === undefined;
}

/** The living process that has taken the folder. */
function holderOf(folder: string): number | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(join(folder, LOCK), 'utf8').trim().split(' ');
    return isRunning({ pid: Number(pid), start }) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
