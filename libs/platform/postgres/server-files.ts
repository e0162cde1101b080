import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CacheFolder } from './cache-folders';
import { isInitialised } from './initialised-folder';
import { contentOf, NoCacheFolderError, takes, unpackedArchive, unpackedName } from './postgres-archive';
import { ownArchive, ownCacheFolders, packageFolder, presentPrograms } from './postgres-binaries';
import { makeTemplate, templateName } from './template';

/** Files from which a server is started. */
export interface ServerFiles {
  readonly initdb: string;
  readonly postgres: string;
  /** A folder of data that new ones are copied from; undefined where none is needed or can be kept. */
  readonly template: string | undefined;
}

/** Choice of the server to start. */
export interface ServerChoice {
  /** Folder that keeps its data; a new one if absent. */
  readonly folder?: string | undefined;
  /** Folder to unpack into, in place of a folder of the user. */
  readonly cacheDir?: string | undefined;
}

/** Answer of the thread that makes the files. */
export type Answer = { readonly files: ServerFiles } | { readonly refusal: string };

/** The program of that thread, which a build has. */
const THREAD = __filename.endsWith('.ts') ? undefined : join(packageFolder(), 'dist/make-server-files.js');

/**
 * Makes the files that a server is started from: unpacks its programs the first time, where the package has them as an
 * archive, and initialises a folder of data to be copied. Begins at once, in a thread of its own: to load the rest of a
 * program takes as long. Rejects with {@link NoCacheFolderError}, or if the package has no programs for this machine.
 */
export function prepareServer(choice: ServerChoice): Promise<ServerFiles> {
  const files = THREAD !== undefined && isMissing(choice) ? madeBeside(THREAD, choice) : makeFiles(choice);
  // Who waits for it learns of an error, which may come before anything waits.
  files.catch(() => undefined);
  return files;
}

/** Does the work of {@link prepareServer} in this thread. */
export async function makeFiles({ folder, cacheDir }: ServerChoice): Promise<ServerFiles> {
  const folders = ownCacheFolders(cacheDir);
  const archive = ownArchive();
  const { native, name } =
    archive === undefined
      ? presentPrograms(process.getuid?.() === 0)
      : { native: await unpackedArchive(archive, folders), name: contentOf(archive) };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const initdb = join(native, 'bin', `initdb${suffix}`);
  const postgres = join(native, 'bin', `postgres${suffix}`);
  if (name === undefined || (folder !== undefined && isInitialised(folder)))
    return { initdb, postgres, template: undefined };
  const keptIn = archive === undefined ? folders.find(isUsable)?.path : dirname(native);
  const template = keptIn && (await templateIn(join(keptIn, templateName(name)), initdb));
  return { initdb, postgres, template };
}

/** Makes the template. Without one the data folder itself is initialised, which reports the error. */
function templateIn(path: string, initdb: string): Promise<string | undefined> {
  return makeTemplate(path, initdb).then(
    () => path,
    () => undefined,
  );
}

function isUsable(folder: CacheFolder): boolean {
  try {
    return takes(folder) === undefined;
  } catch {
    return false;
  }
}

function isMissing({ folder, cacheDir }: ServerChoice): boolean {
  const archive = ownArchive();
  // Only what is unpacked takes time in this thread; initdb is a process of its own.
  if (archive === undefined) return false;
  const names = [unpackedName(archive)];
  if (folder === undefined || !isInitialised(folder)) names.push(templateName(contentOf(archive)));
  return !ownCacheFolders(cacheDir).some(({ path }) => names.every((name) => existsSync(join(path, name))));
}

function madeBeside(program: string, choice: ServerChoice): Promise<ServerFiles> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: choice });
    thread.once('error', reject);
    thread.once('message', (answer: Answer) => {
      if ('files' in answer) resolve(answer.files);
      else reject(new NoCacheFolderError(answer.refusal));
    });
  });
}
