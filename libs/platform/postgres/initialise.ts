import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastWords } from './last-words';
import { own, serverIdentity } from './server-user';

/** Postgres refuses to initialise a folder for the user that this program runs as; the message states the remedy. */
export class UnnamedUserError extends Error {}

/** Options with which every data folder is initialised. */
export const INITIALISATION: readonly string[] = [
  '--auth=password',
  '--username=orrery',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
  '--no-instructions',
];

/** Runs initdb on an empty folder that belongs to the server's user. Throws {@link UnnamedUserError}, or with initdb's own words. */
export async function initialise(initdb: string, folder: string): Promise<void> {
  const passwordFile = join(tmpdir(), `orrery-${process.pid}-${Date.now()}`);
  writeFileSync(passwordFile, 'orrery\n', { mode: 0o600 });
  own(passwordFile);
  const child = spawn(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...INITIALISATION], {
    ...serverIdentity(),
    // Without it initdb compares the machine's time with that of each of some six hundred zones.
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const words = lastWords(child);
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

/**
 * Returns the error of an initialisation. initdb of PostgreSQL looks for the name of its user
 * (`get_user_name_or_exit`), which containers that run as any number lack.
 */
function initialisationError(words: string): Error {
  const [, id] = /could not look up effective user ID (\d+)/.exec(words) ?? [];
  if (id === undefined) return new Error(`the embedded Postgres could not be initialised: ${words}`);
  return new UnnamedUserError(
    `Postgres needs a user with a name, and the user ${id} has none: add a line for it to /etc/passwd, or run as another user`,
  );
}
