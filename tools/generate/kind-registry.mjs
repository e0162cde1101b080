import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';

const FOLDER = 'libs/core/api-types/kinds';
/** The files of the registry, and the list that each holds. */
const FILES = { 'core-kinds.ts': 'CORE_KINDS', 'group-kinds.ts': 'GROUP_KINDS', 'body-kinds.ts': 'BODY_KINDS' };
/** Parameters of connections to a container or a proxy: no bodies that are read. */
const PARAMETERS = /Options$/;

/**
 * Every kind whose bodies the server reads, with its version: registered kinds, what their subresources take, and bodies
 * that are no resources. The registry is TypeScript that imports nothing but types.
 *
 * @param {string} root the folder of the repository
 * @returns {Promise<{apiVersion: string, kind: string}[]>}
 */
export async function readKinds(root) {
  const rows = [];
  for (const [file, list] of Object.entries(FILES)) {
    const module = await importTypeScript(join(root, FOLDER, file));
    rows.push(...module[list]);
  }
  return rows.flatMap(bodiesOf);
}

function bodiesOf({ kind, apiVersion, apiVersions = [apiVersion], subresources = [] }) {
  const own = { apiVersion: apiVersions[0], kind };
  const others = subresources
    .filter((subresource) => subresource.kind !== kind && !PARAMETERS.test(subresource.kind))
    .map((subresource) => ({ apiVersion: subresource.apiVersion ?? own.apiVersion, kind: subresource.kind }));
  return [own, ...others];
}

async function importTypeScript(file) {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
