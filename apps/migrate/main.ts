import { exitWith, migratingDatabase } from '@orrery/program';
import { createLogger } from '@orrery/service';
import { PROCESS_SETTINGS, readSettings } from '@orrery/settings';

const NAME = 'migrate';
const { databaseUrl, logLevel } = PROCESS_SETTINGS;

/**
 * Waits for the database, brings it to the schema of this version and ends, as a Job before an upgrade does. Exits with 2
 * for settings that cannot be used, with 1 on a failure.
 */
async function main(): Promise<void> {
  const settings = readSettings({ databaseUrl, logLevel }, { environment: process.env });
  const logger = createLogger(NAME, settings.logLevel);
  const asked = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => asked.abort(new Error(signal)));
  await migratingDatabase(settings.databaseUrl).open({ logger, signal: asked.signal });
}

main().catch((error: unknown) => exitWith(NAME, error));
