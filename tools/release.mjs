// Prepares a release: npm run release -- VERSION [--skip-tests]
//   checks that the tree is committed and that the version is a new one, stamps CHANGELOG.md, package.json
//   and what else names the version (VERSIONED), runs the checks and the whole test command, and packs dist/release/*.tgz. Nothing is published and nothing is committed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { stampChangelog } from './stamp-changelog.mjs';
import { VERSIONED } from './versioned-files.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const USAGE = 'npm run release -- VERSION [--skip-tests]';
const { positionals, values } = readArguments();
if (values.help) {
  console.log(`${USAGE}\nChecks, stamps and packs a release. Nothing is published and nothing is committed.`);
  process.exit(0);
}
const [version] = positionals;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

if (!semver.valid(version)) fail('give the version of the release: npm run release -- 1.2.3');
if (!semver.gt(version, manifest.version)) fail(`${version} is not newer than ${manifest.version}`);
if (run('git', ['status', '--porcelain']).trim() !== '') fail('commit what was changed first');

const changelog = join(root, 'CHANGELOG.md');
const stamped = stampChangelog(readFileSync(changelog, 'utf8'), version, new Date());
if ('problem' in stamped) fail(`CHANGELOG.md: ${stamped.problem}`);
writeFileSync(changelog, stamped.text);
for (const file of VERSIONED) {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(manifest.version, version));
}
show('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
if (!values['skip-tests']) {
  show('npm', ['run', 'lint']);
  show('npm', ['run', 'typecheck']);
  show('npm', ['test']);
  show('npm', ['run', 'test:package']);
}
const folder = join(root, 'dist/release');
mkdirSync(folder, { recursive: true });
show('npm', ['pack', '--pack-destination', folder]);
console.log(`
Packed in ${folder}. What is left to you:
  git commit -am "chore(release): ${version}" && git tag v${version}
  npm publish ${folder}/*-${version}.tgz`);

function readArguments() {
  const options = {
    'skip-tests': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${error.message}\nUsage: ${USAGE}`);
  }
}

function run(command, args) {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8' });
}

function show(command, args) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
