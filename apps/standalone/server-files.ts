import { NoCacheFolderError, prepareServer, type ServerFiles } from '@orrery/postgres';
import type { StandaloneSettings } from '@orrery/settings';
import { UsageError } from './options';

/** Begins to make what the database of these settings is started from. Rejects with {@link UsageError} where it cannot be kept. */
export function filesOfServer({ ephemeral, dataDir, cacheDir }: StandaloneSettings): Promise<ServerFiles> {
  const files = prepareServer({ folder: ephemeral ? undefined : dataDir, cacheDir }).catch((error: unknown) => {
    throw error instanceof NoCacheFolderError ? new UsageError(`--cache-dir: ${error.message}`) : error;
  });
  // Who waits for it learns of an error, which may come before anything waits.
  files.catch(() => undefined);
  return files;
}
