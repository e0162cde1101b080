import { randomBytes } from 'node:crypto';
import { uploadSnapshot } from '@orrery/sdk';
import { CliError, ExitCode, type Terminal } from '../../command';
import { elapsed, withProgress } from '../../output/progress';
import type { Connection } from '../../server/find-server';

/** Choice of a snapshot: by the name under which the server keeps it, or by a file. */
export interface Choice {
  readonly name: string | undefined;
  readonly file: string | undefined;
}

/** Does something with a snapshot; a file is on the server for as long as that takes. */
export async function withSnapshot<T>(
  { name, file }: Choice,
  { address, operations }: Connection,
  terminal: Terminal,
  work: (name: string) => Promise<T>,
): Promise<T> {
  if ((name === undefined) === (file === undefined)) {
    throw new CliError('give either the name of a snapshot, or --file', ExitCode.Usage);
  }
  if (file === undefined) return work(name!);
  const temporary = `file-${randomBytes(6).toString('hex')}`;
  await withProgress(terminal, `reading ${file}`, elapsed(), () => uploadSnapshot(address, temporary, file));
  try {
    return await work(temporary);
  } finally {
    await operations.deleteSnapshot({ input: { name: temporary } });
  }
}
