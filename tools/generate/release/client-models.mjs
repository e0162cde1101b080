// What the models of @kubernetes/client-node say of structs: texts and which fields must be there. The package is
// generated from the OpenAPI document of a release and says which.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODELS = 'dist/gen/models';

/** The models of a folder with the package @kubernetes/client-node, by their names: `V1PodSpec`. */
export async function readClientModels(folder) {
  const models = new Map();
  const names = readdirSync(join(folder, MODELS))
    .filter((file) => /^[A-Z]\w*V\d\w*\.js$|^V\d\w*\.js$/.test(file))
    .map((file) => file.slice(0, -'.js'.length));
  for (const name of names) {
    const module = await import(pathToFileURL(join(folder, MODELS, `${name}.js`)).href);
    const types = module[name]?.attributeTypeMap;
    const file = join(folder, MODELS, `${name}.d.ts`);
    if (types && existsSync(file)) models.set(name, readModel(readFileSync(file, 'utf8'), types));
  }
  return models;
}

/** The release that the models were generated from: `v1.34.0`. */
export function releaseOfClientModels(folder) {
  const text = readFileSync(join(folder, MODELS, 'V1Pod.d.ts'), 'utf8');
  return /OpenAPI spec version: (\S+)/.exec(text)[1];
}

function readModel(text, types) {
  const [, comment = '', body = ''] = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export declare class \w+ \{\n([^]*?)^\}/m.exec(
    text,
  );
  const described = new Map();
  const property = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?^ {4}'(\w+)'(\??): /gm;
  for (const [, doc = '', name, optional] of body.matchAll(property)) {
    described.set(name, { text: plainText(doc), isRequired: optional === '' });
  }
  const fields = new Map(
    types.map(({ name, baseName, type, format }) => [
      baseName,
      { ...(described.get(name) ?? { text: '', isRequired: false }), type, format },
    ]),
  );
  return { text: plainText(comment), fields };
}

/** The text of a comment, without what its writer put in front of quotes. */
export function plainText(comment) {
  return comment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replace(/\\(['"])/g, '$1')
    .replace(/\\\\/g, '\\')
    .replace(/\*\\\//g, '*/')
    .trim();
}
