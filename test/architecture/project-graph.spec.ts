import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');
/** The last is what layers.spec.ts makes and removes meanwhile. */
const NOT_COPIED = new Set(['node_modules', 'dist', 'dist-plugins', '.git', '.nx', '.orrery', 'forbidden-imports']);

/** A copy of the project in which each project's `test` only says that it ran: what is looked at is when Nx runs it. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'orrery-nx-'));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path === root || (!NOT_COPIED.has(basename(path)) && !basename(path).startsWith('dist.')),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const settings = JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8'));
  settings.targetDefaults.test.options.command = 'node -p "\'{projectName} was tested\'"';
  writeFileSync(join(copy, 'nx.json'), JSON.stringify(settings));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function nx(...command: string[]): string {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_WORKSPACE_ROOT_PATH: copy, NODE_ENV: '' };
  return execFileSync(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), ...command], {
    cwd: copy,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Which of two projects Nx tested, and which it took from its cache. */
function tested(): Record<string, 'ran' | 'cached'> {
  const output = nx('run-many', '-t', 'test', '-p', 'events,quantity', '--outputStyle=static');
  return Object.fromEntries(
    [...output.matchAll(/> nx run (\w+):test(.*)/g)].map(([, project, source]) => [
      project!,
      source!.includes('cache') ? 'cached' : 'ran',
    ]),
  );
}

test('a library that changes makes the tests of its dependants run again, and no others', () => {
  expect(tested()).toEqual({ events: 'ran', quantity: 'ran' });
  expect(tested()).toEqual({ events: 'cached', quantity: 'cached' });
  const changed = join(copy, 'libs/core/time/duration.ts');
  writeFileSync(changed, `${readFileSync(changed, 'utf8')}\nexport const CHANGED = true;\n`);
  expect(tested()).toEqual({ events: 'ran', quantity: 'cached' });
});

test.each([
  [
    'libs/core/time/duration.ts',
    ['events', 'scheduling', 'store', 'api-server', 'standalone', 'scenarios'],
    ['quantity'],
  ],
  ['libs/platform/bus/backend.ts', ['control-plane', 'kubelet', 'scenarios'], ['scheduling', 'events']],
  ['apps/api-server/health.ts', ['standalone', 'testing', 'scenarios'], ['scheduling', 'store', 'cli']],
])('%s affects its dependants alone', (file, affected, others) => {
  const names = nx('show', 'projects', '--affected', `--files=${file}`).split('\n');
  expect(names).toEqual(expect.arrayContaining(affected));
  expect(names.filter((name) => others.includes(name))).toEqual([]);
});
