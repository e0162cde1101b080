import Module from 'node:module';
import { join } from 'node:path';
import { compilerOptions } from '../../tsconfig.base.json';

type Resolve = (request: string, ...rest: unknown[]) => string;
/** Node's resolution of a module, which has no public name. */
const loader = Module as unknown as { _resolveFilename: Resolve };
const aliases: Readonly<Record<string, readonly string[]>> = compilerOptions.paths;
const resolveFilename = loader._resolveFilename;

// Jest maps the project's aliases for tests, but not for what it runs before and after them.
loader._resolveFilename = function (request, ...rest) {
  const alias = aliases[request]?.[0];
  return resolveFilename.call(this, alias === undefined ? request : join(__dirname, '../..', alias), ...rest);
};
