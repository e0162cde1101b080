// Builds the project into dist/: the Prisma client is generated, every source file is compiled separately, the
// programs are put into one file, the console is bundled for browsers, and the documentation becomes a site.
//   node tools/build.mjs              build
//   node tools/build.mjs --if-stale   build unless nothing changed since the last build
//   node tools/build.mjs --generate   only generate the Prisma client
//   node tools/build.mjs --docs       only build the site of the documentation
import '../apps/cli/bin/require-node.cjs';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { buildConsole, consoleSources } from './build-console.mjs';
import { bundlePrograms } from './bundle.mjs';
import { siteSources } from './site/site-sources.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stampFile = join(dist, '.stamp');
const SOURCES = ['apps', 'libs', 'prisma/generated'];
/** Read while running, from beside the compiled files. */
const COPIED = ['prisma/migrations'];
/** What only tests use, and what is installed. */
const NOT_BUILT = new Set(['testdata', 'testing', 'node_modules']);
/** What runs in browsers. */
const CONSOLE = join(root, 'apps/console');

const arguments_ = new Set(process.argv.slice(2));
if (!arguments_.has('--docs')) {
  generateClient();
  if (!arguments_.has('--generate')) await build();
}
if (!arguments_.has('--generate')) await buildDocs().catch(reportDocs);

function generateClient() {
  const schema = readFileSync(join(root, 'prisma/schema.prisma'));
  const stamp = join(root, 'prisma/generated/.stamp');
  const hash = createHash('sha256').update(schema).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  // The generator needs no schema engine, but the command insists on one: any executable will do.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
  };
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  // What it says is only worth reading when it fails, and then the error carries it.
  execFileSync(process.execPath, [prisma, 'generate'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  writeFileSync(stamp, hash);
}

async function build() {
  const files = SOURCES.flatMap((folder) => listSources(join(root, folder)));
  const inputs = [
    'tsconfig.base.json',
    'package-lock.json',
    'tools/build.mjs',
    'tools/bundle.mjs',
    'tools/build-console.mjs',
  ];
  const stamp = stampOf([...files, ...consoleSources(root), ...inputs.map((file) => join(root, file))]);
  if (arguments_.has('--if-stale') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const paths = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions.paths;
  // Built aside and put in place as a whole: several commands may build, and others start from it meanwhile.
  const aside = join(root, `dist.${process.pid}`);
  for (const file of files) await compile(file, { aside, paths });
  await bundlePrograms(aside);
  await buildConsole(root, join(aside, 'console'));
  keepDocs(aside);
  for (const folder of COPIED) cpSync(join(root, folder), join(aside, folder), { recursive: true });
  writeFileSync(join(aside, '.stamp'), stamp);
  putInPlace(aside, dist);
}

/**
 * Builds the site of the documentation where its sources have changed: a stamp of its own, so that an edited page costs a
 * build of the pages alone, and a changed source none of the pages.
 */
async function buildDocs() {
  const stamp = stampOf(siteSources(root).map((file) => join(root, file)));
  const stamped = join(dist, 'docs/.stamp');
  if (existsSync(stamped) && readFileSync(stamped, 'utf8') === stamp) return;
  const aside = join(root, `dist.${process.pid}-docs`);
  // What it imports takes longer to load than a start without changes.
  const { buildSite } = await import('./site/build-site.mjs');
  await buildSite(root, aside);
  writeFileSync(join(aside, '.stamp'), stamp);
  mkdirSync(dist, { recursive: true });
  putInPlace(aside, join(dist, 'docs'));
}

/** A page that cannot be built keeps no server from its start, but fails a build. */
function reportDocs(error) {
  if (!arguments_.has('--if-stale')) throw error;
  console.error(`The documentation at /docs is not up to date: ${error.message}`);
}

/** Takes the built documentation over into the next build. */
function keepDocs(aside) {
  const built = join(dist, 'docs');
  if (existsSync(built)) cpSync(built, join(aside, 'docs'), { recursive: true });
}

/** Where another build puts its own in place at the same moment, the later one stays; what was there moves as a whole. */
function putInPlace(aside, place) {
  const former = `${aside}.former`;
  for (let isDone = false; !isDone;) {
    moved(place, former, 'ENOENT');
    isDone = moved(aside, place, 'ENOTEMPTY');
    rmSync(former, { recursive: true, force: true });
  }
}

/** False if this stood in the way. */
function moved(from, to, obstacle) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code !== obstacle) throw error;
    return false;
  }
}

async function compile(file, { aside, paths }) {
  const target = join(aside, relative(root, file)).replace(/\.ts$/, '.js');
  const { code, map } = await transformFile(file, {
    swcrc: false,
    sourceMaps: true,
    jsc: {
      parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
      target: 'es2022',
      keepClassNames: true,
      transform: { legacyDecorator: true, decoratorMetadata: true },
      baseUrl: root,
      paths,
    },
    module: { type: 'commonjs' },
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
  writeFileSync(`${target}.map`, map);
}

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_BUILT.has(entry.name) || path === CONSOLE ? [] : listSources(path);
    return /\.ts$/.test(entry.name) && !/\.(spec|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file} ${statSync(file).mtimeMs}\n`);
  return hash.digest('hex');
}
