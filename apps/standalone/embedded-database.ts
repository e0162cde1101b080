import { join } from 'node:path';
import type { DatabaseSource } from '@orrery/program';
import { FolderInUseError } from '@orrery/process-lock';
import type { Logger } from '@orrery/service';
import {
  startEmbeddedPostgres,
  UnnamedUserError,
  type EmbeddedDatabase,
  type ServerEvents,
  type ServerFiles,
} from '@orrery/postgres';
import { readKubeconfig } from '@orrery/sdk';
import { applyMigrations } from '@orrery/store';
import { UsageError } from './options';

/** Folder of the embedded database, and the callback for its loss. */
export interface EmbeddedDatabaseOptions {
  readonly folder: string;
  /** The folder is removed at the end. */
  readonly ephemeral: boolean;
  /** Files from which the server is started. */
  readonly files: Promise<ServerFiles>;
  /** Called with the reason when the database cannot be kept running. */
  readonly failed: (reason: string) => void;
  /** Removes the folder. */
  readonly remove: () => void;
}

/** A Postgres server in the program's own folder. Opening throws {@link UsageError} for a folder that is in use. */
export function embeddedDatabase({
  folder,
  ephemeral,
  files,
  failed,
  remove,
}: EmbeddedDatabaseOptions): DatabaseSource {
  let database: EmbeddedDatabase | undefined;
  return {
    open: async ({ logger }) => {
      const events = databaseEvents(logger, failed);
      database = await startEmbeddedPostgres({ folder, ephemeral, files, events }).catch((error: unknown) => {
        if (error instanceof UnnamedUserError) throw new UsageError(error.message);
        if (!(error instanceof FolderInUseError)) throw error;
        throw new UsageError(`--data-dir: ${error.message}${servedAt(folder)}; stop it, or choose another folder`);
      });
      await applyMigrations(database.url);
      return database.url;
    },
    close: async () => {
      await database?.stop();
      if (ephemeral) remove();
    },
  };
}

/** Returns the address of the server on a folder, as its kubeconfig has it, for the end of a message; empty if it has none there. */
function servedAt(folder: string): string {
  try {
    return `, which serves ${readKubeconfig(join(folder, 'kubeconfig')).url}`;
  } catch {
    return '';
  }
}

/** Logs that the server went away and that it runs again; attempts in between are logged at `debug`. */
function databaseEvents(logger: Logger, failed: (reason: string) => void): ServerEvents {
  let isAway = false;
  return {
    ended: (reason, retryMs) => {
      logger[isAway ? 'debug' : 'error'](
        { reason, retryMs },
        'the embedded Postgres is not running and is started again',
      );
      isAway = true;
    },
    restarted: () => {
      isAway = false;
      logger.warn('the embedded Postgres runs again');
    },
    givenUp: (reason) => {
      logger.fatal({ reason }, 'the embedded Postgres cannot be kept running: the server ends');
      failed(reason);
    },
  };
}
