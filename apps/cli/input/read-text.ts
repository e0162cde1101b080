import { readFileSync } from 'node:fs';
import { CliError, ExitCode } from '../command';

/** The text of a file, or of standard input for `-`. Throws {@link CliError}, which begins with the option if one is named. */
export function readText(file: string, option?: string): string {
  return readBytes(file, option).toString('utf8');
}

/** As {@link readText}, for files that need not be text. */
export function readBytes(file: string, option?: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const { message } = error as Error;
    throw new CliError(option === undefined ? message : `${option}: ${message}`, ExitCode.Usage);
  }
}
