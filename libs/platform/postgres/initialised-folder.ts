import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the data folder of a server within the folder of an installation. */
export function databaseFolder(folder: string): string {
  return join(folder, 'postgres');
}

/** Returns whether a server has its data in this folder. */
export function isInitialised(folder: string): boolean {
  return existsSync(join(databaseFolder(folder), 'PG_VERSION'));
}
