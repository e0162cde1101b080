import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const KEPT_BUILDS = 3;

/** Its own, and examples that it shows. */
const SOURCES = ['apps/console', 'examples/scenarios'];

/**
 * The files that the console is made of.
 * @param {string} root the checkout
 * @returns {string[]}
 */
export function consoleSources(root) {
  return SOURCES.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Builds the console into `target`, with a compressed copy of each file. A build is kept under the hash of what it was made
 * of: most changes are in the server, and it takes some seconds.
 * @param {string} root the checkout
 * @param {string} target
 */
export async function buildConsole(root, target) {
  const builds = join(root, 'node_modules/.cache/orrery-console');
  const kept = join(builds, hashOf([...consoleSources(root), join(root, 'package-lock.json')]));
  if (!existsSync(kept)) {
    const aside = `${kept}.${process.pid}`;
    const { build } = await import('vite');
    await build({ root: join(root, 'apps/console'), build: { outDir: aside }, logLevel: 'warn' });
    for (const entry of readdirSync(join(aside, 'assets'))) compress(join(aside, 'assets', entry));
    forgetOld(builds);
    if (existsSync(kept)) rmSync(aside, { recursive: true });
    else renameSync(aside, kept);
  }
  cpSync(kept, target, { recursive: true });
}

function compress(file) {
  const bytes = readFileSync(file);
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: hint }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function forgetOld(builds) {
  mkdirSync(builds, { recursive: true });
  const finished = readdirSync(builds, { withFileTypes: true }).filter(({ name }) => !name.includes('.'));
  for (const { name } of finished.slice(0, Math.max(0, finished.length - KEPT_BUILDS + 1)))
    rmSync(join(builds, name), { recursive: true, force: true });
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(basename(file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 32);
}
