// Lets `require` load this project's TypeScript files and aliases, compiled once and kept beside other caches.
import { createHash } from 'node:crypto';
import Module, { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const require = createRequire(import.meta.url);

const cache = join(root, 'node_modules/.cache/orrery-bench');
const { compilerOptions } = require(join(root, 'tsconfig.base.json'));
const swcrc = readFileSync(join(root, '.swcrc'), 'utf8');

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const alias = compilerOptions.paths[request]?.[0];
  return resolveFilename.call(this, alias ? join(root, alias) : request, ...rest);
};
Module._extensions['.ts'] = (module, filename) => module._compile(compiled(filename), filename);

function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const kept = join(cache, `${createHash('sha1').update(swcrc).update(filename).update(source).digest('hex')}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { transformSync } = require('@swc/core');
  const { code } = transformSync(source, { ...JSON.parse(swcrc), sourceMaps: 'inline', filename, swcrc: false });
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
}
