// npm run conformance:definitions -- --from DIR — definitions of real projects, and their cases, on a server of its own.
//   --from DIR     folder with manifests of definitions at any depth; with tests/NAME/*.yaml beside zz_generated.crd-manifests, as in
//                  the repository openshift/api, their cases run too
//   --only TEXT    definitions and suites whose file has the text in its path
//   --suites       the cases only
//   --store FILE   writes what differs to a file, in JSON
import { writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Api } from './api.mjs';
import { suitesIn } from './find.mjs';
import { postDefinitions } from './post-definitions.mjs';
import { runSuite } from './run-suite.mjs';
import { startServer } from './server.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string', default: '' },
    suites: { type: 'boolean', default: false },
    store: { type: 'string' },
  },
});
if (values.from === undefined) throw new Error('--from DIR names the folder with the definitions');
const folder = resolve(values.from);

const server = await startServer(root);
const differences = [];
try {
  const api = new Api(server.url);
  if (!values.suites) await runDefinitions(api);
  await runSuites(api);
} finally {
  await server.stop();
}
if (values.store !== undefined) writeFileSync(values.store, JSON.stringify(differences, null, 2));
if (differences.length > 0) process.exitCode = 1;

async function runDefinitions(api) {
  const outcomes = await postDefinitions(api, folder, values.only, ({ name, file, refusal }) => {
    if (refusal === undefined) return;
    console.log(`refused ${name} (${file}): ${refusal}`);
    differences.push({ definition: name, file, difference: refusal });
  });
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined).length;
  console.log(`${outcomes.length} definitions: ${outcomes.length - refused} accepted, ${refused} refused`);
}

async function runSuites(api) {
  let count = 0;
  let differing = 0;
  for (const each of suitesIn(folder, values.only)) {
    const file = relative(folder, each.file);
    for (const { name, difference } of await runSuite(api, each)) {
      count++;
      if (difference === undefined) continue;
      differing++;
      console.log(`differs ${file}: ${name}\n  ${difference}`);
      differences.push({ suite: file, case: name, difference });
    }
  }
  if (count > 0) console.log(`${count} cases: ${count - differing} agree, ${differing} differ`);
}
