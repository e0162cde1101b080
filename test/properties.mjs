import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Tries the property tests with cases of chance: `npm run test:properties -- [rounds] [path]`, 10 rounds of all files
 * by default. `npm test` tries the same cases each time (test/setup/properties.ts). Each round says its seed, and
 * `PROPERTY_SEED=… npx jest <file>` tries that round again. Ends with 1 if any round failed.
 */
const root = join(fileURLToPath(import.meta.url), '../..');
const MAX_SEED = 2 ** 31;

const [rounds = '10', path = ''] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(rounds)) {
  console.error(`"${rounds}" is not a number of rounds. Usage: npm run test:properties -- [rounds] [path]`);
  process.exit(2);
}
const files = execFileSync('git', ['grep', '-l', "from 'fast-check'", '--', '*.spec.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file.includes(path));
if (files.length === 0) {
  console.error(`No property test has "${path}" in its path.`);
  process.exit(2);
}

let failed = 0;
for (let round = 1; round <= Number(rounds); round++) {
  const seed = randomInt(MAX_SEED);
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...files], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PROPERTY_SEED: `${seed}` },
  });
  console.log(`round ${round} of ${rounds}, PROPERTY_SEED=${seed}: ${status === 0 ? 'passed' : 'failed'}`);
  if (status === 0) continue;
  failed++;
  console.log(stderr);
}
process.exit(failed === 0 ? 0 : 1);
