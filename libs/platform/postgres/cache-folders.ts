import { join, posix, win32 } from 'node:path';

/** Context of the choice of a cache folder. */
export interface CacheContext {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for temporary files. */
  readonly temporary: string;
  /** Undefined where users have no numbers, as on Windows. */
  readonly uid: number | undefined;
  /** Folder that the user named; no other one is taken then. */
  readonly chosen?: string | undefined;
}

/** A folder for files that can be made again at any time. */
export interface CacheFolder {
  readonly path: string;
  /** True if other users may make folders beside it: it counts only if this user owns it and no other user can write to it. */
  readonly isShared: boolean;
}

/**
 * Returns the folders for unpacked programs, best first: the platform's cache folder of the user (XDG Base Directory
 * Specification, `~/Library/Caches`, `%LOCALAPPDATA%`), and a folder among temporary files for users whose home is
 * missing or read-only. Root's folder is one that other users can enter, because Postgres runs as one of them.
 */
export function cacheFolders({ platform, environment, temporary, uid, chosen }: CacheContext): readonly CacheFolder[] {
  if (chosen) return [{ path: chosen, isShared: false }];
  const own = uid === 0 ? '/var/lib/orrery' : folderOfUser(platform, environment);
  const last = { path: join(temporary, uid === undefined ? 'orrery' : `orrery-${uid}`), isShared: uid !== undefined };
  return own === undefined ? [last] : [{ path: own, isShared: false }, last];
}

function folderOfUser(platform: NodeJS.Platform, environment: CacheContext['environment']): string | undefined {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'];
    return local ? win32.join(local, 'orrery', 'Cache') : undefined;
  }
  const home = environment['HOME'];
  const caches = platform === 'darwin' ? home && posix.join(home, 'Library/Caches') : cachesOfXdg(environment);
  return caches ? posix.join(caches, 'orrery') : undefined;
}

/** The specification tells to pass over relative paths. */
function cachesOfXdg({ XDG_CACHE_HOME, HOME }: CacheContext['environment']): string | undefined {
  if (XDG_CACHE_HOME && posix.isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  return HOME ? posix.join(HOME, '.cache') : undefined;
}
