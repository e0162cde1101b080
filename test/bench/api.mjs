// npm run bench:api — what the API of users' own kinds costs, against kinds of the release, over REST on `npm start`'s own
// process: writes of custom objects (bench:kinds), policies (bench:policies), lists and watches of many objects, and many
// definitions. What is compared is measured in turn; figures are the median of the rounds.
//   --objects N (10000)  pods, ConfigMaps and custom objects each   --definitions N (10000)   --rounds N (5)
//   --only PART  of writes, policies, reads, definitions
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureDefinitions } from './api/definitions.mjs';
import { measureReads } from './api/reads.mjs';

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '10000' },
    definitions: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const [objects, definitions, rounds] = [values.objects, values.definitions, values.rounds].map(Number);

const parts = {
  writes: () => run('custom-kinds.mjs'),
  policies: () => run('policies.mjs'),
  reads: () => measureReads({ objects, rounds }),
  definitions: () => measureDefinitions({ definitions }),
};
for (const part of values.only ? [values.only] : Object.keys(parts)) {
  console.log(`\n## ${part}`);
  await parts[part]();
}

function run(script) {
  const file = join(dirname(fileURLToPath(import.meta.url)), script);
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}
