import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transformSync } from '@swc/core';

const FOLDER = 'libs/core/api-types/kinds';
/** Parameters of connections to a container or a proxy: no bodies that are read. */
const PARAMETERS = /Options$/;
/** An import of a value, as the compiler writes it. */
const IMPORT = /^import \{([^}]*)\} from ["']([^"']+)["'];?$/gm;
/** The modules with parts that rows share: data, as the rows are. Each may import those before it. */
const SHARED_PARTS = ['bundles', 'releases', 'older-versions', 'row-parts'];

/**
 * Every kind whose bodies the server reads, with its version: registered kinds, what their subresources take, and bodies
 * that are no resources.
 *
 * @param {string} root the folder of the repository
 * @returns {Promise<{apiVersion: string, kind: string, versions?: string[]}[]>} `versions` of kinds of their own: all of
 *   every release
 */
export async function readKinds(root) {
  const folder = join(root, FOLDER);
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => basename(name) === 'kind.ts')
    .map((name) => join(folder, name));
  const parts = new Map();
  for (const name of SHARED_PARTS) {
    const module = moduleOf(readFileSync(join(folder, `${name}.ts`), 'utf8'), parts);
    // The kinds of a product are one folder deeper.
    for (const place of ['.', '..', '../..']) parts.set(`${place}/${name}`, module);
  }
  const rows = [];
  for (const file of files) {
    rows.push(...Object.values(await import(moduleOf(readFileSync(file, 'utf8'), parts))));
  }
  const { BODY_KINDS } = await import(moduleOf(readFileSync(join(folder, 'body-kinds.ts'), 'utf8')));
  return [...rows, ...BODY_KINDS].flatMap(bodiesOf);
}

function bodiesOf({
  kind: ownKind,
  bodyKind: kind = ownKind,
  apiVersion,
  apiVersions = [apiVersion],
  olderVersions = [],
  subresources = [],
}) {
  const versions = [...apiVersions, ...olderVersions.map((older) => older.apiVersion)];
  if (versions.includes(undefined)) throw new TypeError(`kind.ts of ${ownKind} names a version by what it imports`);
  const own = { apiVersion: apiVersions[0], kind, versions };
  const others = subresources
    .filter((subresource) => subresource.kind !== kind && !PARAMETERS.test(subresource.kind))
    .map((subresource) => ({ apiVersion: subresource.apiVersion ?? own.apiVersion, kind: subresource.kind }));
  return [own, ...others];
}

/**
 * The address of a module of data. What a row names besides data, such as its rules, is left out: it needs the files that
 * are generated here.
 */
function moduleOf(source, parts = new Map()) {
  const { code } = transformSync(source, {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  const data = code.replace(IMPORT, (_line, names, from) => {
    if (parts.has(from)) return `import {${names}} from "${parts.get(from)}";`;
    const locals = names.split(',').map((name) => name.trim().split(' as ').at(-1));
    return `const ${locals.map((local) => `${local} = undefined`).join(', ')};`;
  });
  return `data:text/javascript;base64,${Buffer.from(data).toString('base64')}`;
}
