import { chmodSync, createReadStream, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';
import type { CacheFolder } from './cache-folders';
import { makeComplete } from './complete-folder';

const SUFFIX = '.tar.br';
/** Chunk size at which unpacking takes two thirds of the time that it takes with the chunks of streams. */
const CHUNK_BYTES = 1 << 20;
/** Codes of a folder that cannot be written to, or cannot be there. */
const NOT_HERE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT']);

/** No folder can hold the unpacked files; the message names each folder with the reason. */
export class NoCacheFolderError extends Error {}

/** The archive of this machine in a folder with one for each platform, called `PLATFORM[-PROCESSOR].DIGEST.tar.br`. */
export function archiveFor(folder: string, platform: string, processor: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  const of = (machine: string): string | undefined => names.find((name) => name.startsWith(`${machine}.`));
  const name = of(`${platform}-${processor}`) ?? of(platform);
  return name === undefined ? undefined : join(folder, name);
}

/** The folder that an archive is unpacked to. */
export function unpackedName(archive: string): string {
  return `postgres-${contentOf(archive)}`;
}

/** Returns the name of an archive's content: platform and digest. */
export function contentOf(archive: string): string {
  return basename(archive, SUFFIX);
}

/**
 * Unpacks an archive into the first folder that takes it, once for each content, and answers with the folder that has it. It gets its
 * name when it is complete: what a killed process leaves is never taken for one, and of two processes that unpack at once
 * one makes it. Throws {@link NoCacheFolderError}, or when the archive is damaged.
 */
export async function unpackedArchive(archive: string, folders: readonly CacheFolder[]): Promise<string> {
  const name = unpackedName(archive);
  const refusals: string[] = [];
  for (const folder of folders) {
    const complete = join(folder.path, name);
    try {
      const refusal = takes(folder);
      if (refusal !== undefined) refusals.push(`${folder.path} ${refusal}`);
      else {
        await makeComplete(complete, (aside) => unpack(archive, aside));
        return complete;
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!NOT_HERE.has(code)) throw error;
      refusals.push(`${folder.path} (${code})`);
    }
  }
  throw new NoCacheFolderError(`Postgres cannot be unpacked into ${refusals.join(' or ')}`);
}

/** Makes the folder where it is missing; answers with why it must not be used. Throws if it cannot be made. */
export function takes({ path, isShared }: CacheFolder): string | undefined {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (!isShared) return undefined;
  const stats = lstatSync(path);
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
  return isOurs ? undefined : 'belongs to another user';
}

async function unpack(archive: string, folder: string): Promise<void> {
  await pipeline(
    createReadStream(archive, { highWaterMark: CHUNK_BYTES }),
    createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 }, chunkSize: CHUNK_BYTES }),
    extract({ cwd: folder, strict: true, preserveOwner: false }),
  );
  makeReadable(folder);
}

/** Makes a folder readable for the user that Postgres runs as, independent of the umask. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
