// Takes the rules that upstream declares beside its types (`+k8s:required`, `+k8s:maxItems=32`), as facts without its text:
//   node tools/generate/release/take-markers.mjs --api FOLDER --release 1.36
// FOLDER is a checkout of k8s.io/api (github.com/kubernetes/api) at the branch of the release.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { readConstants, readMarkers } from './markers.mjs';
import { PACKAGES } from './packages.mjs';

const { values } = parseArgs({ options: { api: { type: 'string' }, release: { type: 'string' } } });
if (!values.api || !values.release) {
  console.error('usage: node tools/generate/release/take-markers.mjs --api FOLDER --release 1.MINOR');
  process.exit(1);
}
const sources = PACKAGES.flatMap(({ id, group, version }) => {
  const file = join(values.api, group, version, 'types.go');
  return existsSync(file) ? [{ id, source: readFileSync(file, 'utf8') }] : [];
});
const constants = new Map(sources.flatMap(({ source }) => [...readConstants(source)]));
const structs = {};
for (const { id, source } of sources) {
  const found = readMarkers(source, constants);
  for (const [name, fields] of Object.entries(found)) structs[`${id}.${name}`] = fields;
}
const text = JSON.stringify({ release: values.release, structs });
const target = join(dirname(fileURLToPath(import.meta.url)), '../upstream/markers.json');
writeFileSync(target, await format(text, { parser: 'json', printWidth: 120 }));
