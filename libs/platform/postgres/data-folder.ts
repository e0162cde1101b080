import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { initialise } from './initialise';
import { databaseFolder, isInitialised } from './initialised-folder';
import type { ServerFiles } from './server-files';
import { makeForServer } from './server-user';
import { copyTemplate } from './template';

/**
 * The folder of the data within `folder`: initialised the first time, as a copy of the template where there is one. A server that a
 * killed program has left there is stopped.
 */
export async function preparedFolder(folder: string, { initdb, template }: ServerFiles): Promise<string> {
  const prepared = databaseFolder(folder);
  if (isInitialised(folder)) {
    await stopOrphan(prepared);
    return prepared;
  }
  // It gets its name when it is complete: what a killed process leaves is made again.
  const aside = `${prepared}.unfinished`;
  for (const path of [aside, prepared]) rmSync(path, { recursive: true, force: true });
  if (template === undefined) {
    makeForServer(aside);
    await initialise(initdb, aside);
  } else copyTemplate(template, aside);
  renameSync(aside, prepared);
  return prepared;
}

/** Stops a server that still runs on the folder after a kill of this program; it must end before another one starts there. */
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
