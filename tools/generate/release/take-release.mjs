// Takes a release of the Kubernetes API into tools/generate/upstream, as described in its README:
//   node tools/generate/release/take-release.mjs --kubectl FILE --helm FILE --client-node FOLDER --kubernetes-models FOLDER
// then `npm run generate`. Only who takes another release runs it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readClientModels, releaseOfClientModels } from './client-models.mjs';
import { describePackage } from './describe-package.mjs';
import { readGoStructs } from './go-types.mjs';
import { PACKAGES } from './packages.mjs';

const upstream = join(dirname(fileURLToPath(import.meta.url)), '../upstream');
const folder = join(upstream, 'api');
const INPUTS = ['kubectl', 'helm', 'client-node', 'kubernetes-models'];
const { values } = parseArgs({ options: Object.fromEntries(INPUTS.map((name) => [name, { type: 'string' }])) });
for (const name of INPUTS) {
  if (!values[name]) throw new TypeError(`--${name} is missing`);
}

const program = JSON.parse(
  execFileSync(values.kubectl, ['version', '--client', '--output=json'], { encoding: 'utf8' }),
);
const client = releaseOfClientModels(values['client-node']);
const minor = (version) => version.split('.').slice(0, 2).join('.');
const versions = [program.clientVersion.gitVersion, client].map((version) => minor(version));
if (versions[0] !== versions[1]) throw new TypeError(`kubectl is of ${versions[0]}, the models are of ${versions[1]}`);

const release = {
  // What kubectl has comes before what Helm has, which may be of a later release.
  structs: new Map([values.helm, values.kubectl].flatMap((file) => [...readGoStructs(readFileSync(file))])),
  models: await readClientModels(values['client-node']),
  references: values['kubernetes-models'],
};
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const home of PACKAGES) writeFileSync(join(folder, `${home.id}.json`), print(describePackage(release, home)));
writeFileSync(
  join(upstream, 'release.json'),
  `${JSON.stringify({ openapi: client, types: program.clientVersion.gitVersion }, null, 2)}\n`,
);
cpSync(join(values['client-node'], 'LICENSE'), join(upstream, 'LICENSE'));

/** One field a line, so that differences between releases can be read. */
function print(structs) {
  const parts = Object.entries(structs).map(([name, { fields, ...head }]) => {
    const lines = Object.entries(fields).map(
      ([field, about]) => `    ${JSON.stringify(field)}: ${JSON.stringify(about)}`,
    );
    const start = JSON.stringify(head).slice(0, -1);
    return `  ${JSON.stringify(name)}: ${start},"fields": {\n${lines.join(',\n')}\n  }}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
