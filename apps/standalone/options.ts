import { isAuthenticated } from '@orrery/access-control';
import {
  optionRows,
  parseOptions,
  readSettings,
  requireUsersBeyondLoopback,
  SettingsError,
  STANDALONE_SETTINGS,
  type StandaloneSettings,
} from '@orrery/settings';

/** A wrong option, or a right one that cannot be followed: shown to the user; the exit code is 2. */
export class UsageError extends Error {}

/** Reads the command line over the environment over the defaults. Throws {@link UsageError}. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StandaloneSettings | 'help' {
  try {
    const options = parseOptions(args, STANDALONE_SETTINGS);
    if (options['help'] !== undefined) return 'help';
    const settings = readSettings(STANDALONE_SETTINGS, { options, environment });
    const { host, publishedHost } = settings;
    requireUsersBeyondLoopback({
      host: publishedHost ?? host,
      hostSetting: publishedHost === undefined ? '--host' : '--published-host',
      authenticatesClients: isAuthenticated({ ...settings, mode: settings.authorizationMode }),
      remedy: '--authorization-mode RBAC or --token-auth-file FILE',
    });
    return settings;
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
