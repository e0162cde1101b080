// Takes the names of all fields that an older release has, from the models of @kubernetes/client-node of that release.
//   node tools/generate/release/take-fields.mjs --client-node FOLDER --release 1.20
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';

const { values } = parseArgs({ options: { 'client-node': { type: 'string' }, release: { type: 'string' } } });
if (!values['client-node'] || !values.release) {
  console.error('usage: node tools/generate/release/take-fields.mjs --client-node FOLDER --release 1.MINOR');
  process.exit(1);
}
const folder = join(dirname(fileURLToPath(import.meta.url)), '../upstream/older');
const source = values['client-node'];
const models = Object.fromEntries(Object.entries(readModels(join(source, 'dist'))).sort());
const text = JSON.stringify({ openapi: releaseOf(source), models });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${values.release}.json`), await format(text, { parser: 'json', printWidth: 120 }));

/**
 * Names of fields by the names of their models: `V1PodSpec`. Packages until 0.6 declare all models in one file; those since 1.0
 * have them in another folder.
 */
function readModels(dist) {
  const gen = ['gen/model', 'gen/models'].map((folder) => join(dist, folder)).find(existsSync);
  if (gen === undefined) return readDeclarations(readFileSync(join(dist, 'api.d.ts'), 'utf8'));
  const files = readdirSync(gen).filter((file) => file.endsWith('.js'));
  return Object.assign({}, ...files.map((file) => readArrays(readFileSync(join(gen, file), 'utf8'))));
}

/** The arrays of `X.attributeTypeMap = […]`, without running the module: it may need packages that are not there. */
function readArrays(text) {
  const found = {};
  for (const [, model, body] of text.matchAll(/^ *(\w+)\.attributeTypeMap = \[\n?([^]*?)\n? *\];/gm)) {
    if (!isModel(model)) continue;
    found[model] = [...body.matchAll(/"baseName": "([^"]+)"/g)].map(([, name]) => name).sort();
  }
  return found;
}

/** The fields of declared classes; a name that is a word of the language has an underscore before it there. */
function readDeclarations(text) {
  const found = {};
  for (const [, model, body] of text.matchAll(/^export declare class (\w+) \{\n([^]*?)^\}/gm)) {
    if (!isModel(model)) continue;
    found[model] = [...body.matchAll(/^ {4}'_?(\w+)'\??: /gm)].map(([, name]) => name).sort();
  }
  return found;
}

function isModel(name) {
  return /^(?:[A-Z][a-z]\w*)?V\d/.test(name) && !name.endsWith('List');
}

function releaseOf(source) {
  const files = ['gen/models/V1Pod.js', 'gen/model/v1Pod.js', 'api.js'].map((file) => join(source, 'dist', file));
  const text = readFileSync(files.find(existsSync), 'utf8');
  return /(?:OpenAPI spec version|version of the OpenAPI document): (\S+)/.exec(text)[1];
}
