import { readFileSync } from 'node:fs';
import { CliError, ExitCode } from '../command';

/** Problems of reading a file, as texts, by the code of the system. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, give a file',
  EACCES: 'may not be read: its permissions do not allow it',
};

/** The text of a file, or of standard input for `-`. Throws {@link CliError}, which begins with the option if one is named. */
export function readText(file: string, option?: string): string {
  return readBytes(file, option).toString('utf8');
}

/** Reads a file as {@link readText} does, for files that need not be text. */
export function readBytes(file: string, option?: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const problem = Object.hasOwn(PROBLEMS, code) ? `${file}: ${PROBLEMS[code]}` : message;
    throw new CliError(option === undefined ? problem : `${option}: ${problem}`, ExitCode.Usage);
  }
}
