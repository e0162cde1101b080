// Takes a release of the Kubernetes API into tools/generate/upstream, as described in its README:
//   node tools/generate/release/take-release.mjs --kubectl FILE --helm FILE --client-node FOLDER --kubernetes-models FOLDER
// then `npm run generate`. Only who takes another release runs it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readClientModels, releaseOfClientModels } from './client-models.mjs';
import { describePackage, describeVersion } from './describe-package.mjs';
import { readGoStructs } from './go-types.mjs';
import { structsIn, withFormerMessages, withFormerTags } from './keep-former.mjs';
import { PACKAGES } from './packages.mjs';
import { printStructs } from './print-structs.mjs';
import { VERSION_PACKAGES } from './versions.mjs';

const upstream = join(dirname(fileURLToPath(import.meta.url)), '../upstream');
const folder = join(upstream, 'api');
const versions = join(upstream, 'versions');
const INPUTS = ['kubectl', 'helm', 'client-node', 'kubernetes-models'];
const { values } = parseArgs({ options: Object.fromEntries(INPUTS.map((name) => [name, { type: 'string' }])) });
for (const name of INPUTS) {
  if (!values[name]) throw new TypeError(`--${name} is missing`);
}

const program = JSON.parse(
  execFileSync(values.kubectl, ['version', '--client', '--output=json'], { encoding: 'utf8' }),
);
const client = releaseOfClientModels(values['client-node']);
// Models name a release (`v1.34.0`) or its branch (`release-1.36`).
const minor = (version) => /(\d+\.\d+)/.exec(version)[1];
const [ofTypes, ofModels] = [program.clientVersion.gitVersion, client].map(minor);
if (ofTypes !== ofModels) throw new TypeError(`kubectl is of ${ofTypes}, the models are of ${ofModels}`);

const release = {
  // What kubectl has comes before what Helm has, which may be of a later release.
  structs: new Map([values.helm, values.kubectl].flatMap((file) => [...readGoStructs(readFileSync(file))])),
  models: await readClientModels(values['client-node']),
  references: values['kubernetes-models'],
};
const former = new Map(PACKAGES.map(({ id }) => [id, structsIn(join(folder, `${id}.json`))]));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const home of PACKAGES) {
  const taken = describePackage(release, home);
  const structs = home.structs ? withFormerTags(home, taken, former.get(home.id)) : taken;
  writeFileSync(join(folder, `${home.id}.json`), printStructs(structs));
}
mkdirSync(versions, { recursive: true });
for (const home of VERSION_PACKAGES) {
  const file = join(versions, `${home.id}.json`);
  const messages = withFormerMessages(describeVersion(release.structs, home), structsIn(file));
  writeFileSync(file, printStructs(messages));
}
writeFileSync(
  join(upstream, 'release.json'),
  `${JSON.stringify({ openapi: client, types: program.clientVersion.gitVersion }, null, 2)}\n`,
);
cpSync(join(values['client-node'], 'LICENSE'), join(upstream, 'LICENSE'));
