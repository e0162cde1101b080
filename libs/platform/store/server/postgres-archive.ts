import {
  chmodSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar';
import type { CacheFolder } from './cache-folders';

const SUFFIX = '.tar.br';
const ASIDE = '.unpacking-';
/** Unpacking takes about a second; what is this old was left behind by a process that was killed. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** Codes of a folder that cannot be written to, or cannot be there. */
const NOT_HERE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT']);

/** No folder takes what is to be unpacked; the message names each and why. */
export class NoCacheFolderError extends Error {}

/** The archive of this machine in a folder with one for each platform, called `PLATFORM[-PROCESSOR].DIGEST.tar.br`. */
export function archiveFor(folder: string, platform: string, processor: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  const of = (machine: string): string | undefined => names.find((name) => name.startsWith(`${machine}.`));
  const name = of(`${platform}-${processor}`) ?? of(platform);
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Unpacks an archive into the first folder that takes it, once for each content, and answers with the folder that has it. It gets its
 * name when it is complete: what a killed process leaves is never taken for one, and of two processes that unpack at once
 * one makes it. Throws {@link NoCacheFolderError}, or when the archive is damaged.
 */
export async function unpackedArchive(archive: string, folders: readonly CacheFolder[]): Promise<string> {
  const name = `postgres-${basename(archive, SUFFIX)}`;
  const refusals: string[] = [];
  for (const folder of folders) {
    const complete = join(folder.path, name);
    try {
      const refusal = takes(folder);
      if (refusal !== undefined) refusals.push(`${folder.path} ${refusal}`);
      else {
        if (!existsSync(complete)) await unpack(archive, folder.path, complete);
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

/** Makes the folder where it is missing; answers with why it must not be used. */
function takes({ path, isShared }: CacheFolder): string | undefined {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (!isShared) return undefined;
  const stats = lstatSync(path);
  const isOurs = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
  return isOurs ? undefined : 'belongs to another user';
}

async function unpack(archive: string, folder: string, complete: string): Promise<void> {
  const aside = mkdtempSync(`${complete}${ASIDE}`);
  try {
    await pipeline(
      createReadStream(archive),
      createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } }),
      extract({ cwd: aside, strict: true, preserveOwner: false }),
    );
    makeReadable(aside);
    putInPlace(aside, complete);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  removeAbandoned(folder);
}

/** Whatever the umask here is: the user that Postgres runs as must be able to read it. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function putInPlace(aside: string, complete: string): void {
  try {
    renameSync(aside, complete);
  } catch (error) {
    // Another process was quicker, and what it unpacked is as good.
    if (!existsSync(complete)) throw error;
  }
}

function removeAbandoned(folder: string): void {
  const before = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(folder).filter((each) => each.includes(ASIDE))) {
    const path = join(folder, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changedMs < before) rmSync(path, { recursive: true, force: true });
  }
}
