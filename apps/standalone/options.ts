import {
  optionRows,
  parseOptions,
  readSettings,
  SettingsError,
  STANDALONE_SETTINGS,
  type StandaloneSettings,
} from '@orrery/settings';

/** A wrong option, or a right one that cannot be followed: shown to the user. */
export class UsageError extends Error {
  readonly exitCode = USAGE;
}

const USAGE = 2;

/** Returns whether an error is a {@link UsageError}, of this bundle or of another one, which has a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && (error as Partial<UsageError>).exitCode === USAGE;
}

/** Reads the command line over the environment over the defaults. Throws {@link UsageError}. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StandaloneSettings | 'help' {
  try {
    const options = parseOptions(args, STANDALONE_SETTINGS);
    if (options['help'] !== undefined) return 'help';
    return readSettings(STANDALONE_SETTINGS, { options, environment });
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
}

export function helpText(): string {
  return [
    'Starts a whole cluster in one process on an embedded Postgres.',
    '',
    'npm start -- [options]',
    '',
    `  ${'option'.padEnd(28)} ${'or variable'.padEnd(28)}`,
    ...optionRows(STANDALONE_SETTINGS),
    `  ${'--help'.padEnd(28)} ${''.padEnd(28)} this text`,
    '',
  ].join('\n');
}
