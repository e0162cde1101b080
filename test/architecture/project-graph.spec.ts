import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WorkspaceCopy } from './workspace-copy';

/** Copy of the workspace. Each project's `test` only reports that it ran: the tests here check when Nx runs it. */
let copy: WorkspaceCopy;
beforeAll(() => {
  copy = new WorkspaceCopy();
  const settings = JSON.parse(readFileSync(join(ROOT, 'nx.json'), 'utf8'));
  settings.targetDefaults.test.options.command = 'node -p "\'{projectName} was tested\'"';
  writeFileSync(join(copy.path, 'nx.json'), JSON.stringify(settings));
});
afterAll(() => copy.remove());

function nx(...command: string[]): string {
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NX_WORKSPACE_ROOT_PATH: copy.path,
    NODE_ENV: '',
  };
  return execFileSync(process.execPath, [join(ROOT, 'node_modules/nx/dist/bin/nx.js'), ...command], {
    cwd: copy.path,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Returns for each of two projects whether Nx ran its tests or took the result from its cache. */
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
  const changed = join(copy.path, 'libs/core/time/duration.ts');
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

test('a change of a scheduler plugin affects ten projects at most', () => {
  const file = 'libs/core/scheduler-plugins/node-name/node-name.ts';
  const names = nx('show', 'projects', '--affected', `--files=${file}`).trim().split('\n');
  expect(names).toEqual(expect.arrayContaining(['scheduler-plugins', 'scheduler-app', 'api-server', 'scenarios']));
  expect(names.length).toBeLessThanOrEqual(10);
});
