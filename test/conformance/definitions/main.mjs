// npm run conformance:definitions -- --from DIR — definitions of real projects, and their cases, on a server of its own.
//   --from DIR     folder with manifests of definitions at any depth; with tests/NAME/*.yaml beside zz_generated.crd-manifests, as in
//                  the repository openshift/api, their cases run too
//   --only TEXT    definitions and suites whose file has the text in its path
//   --suites       the cases only
//   --store FILE   writes what differs to a file, in JSON
import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Api } from './api.mjs';
import { runAll } from './run-all.mjs';
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

const { only, suites, store } = values;
const server = await startServer(root);
try {
  const differences = await runAll(new Api(server.url), resolve(values.from), { only, suites }, console.log);
  if (store !== undefined) writeFileSync(store, JSON.stringify(differences, null, 2));
  if (differences.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
