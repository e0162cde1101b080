import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import groups from './groups.json';
import { specFiles } from './run-group';

test('every part of a group has its file, and no file is in two groups', () => {
  const parts = groups.flatMap(({ name, parts }) => Array.from({ length: parts }, (_, i) => `${name}-${i}`));
  const files = specFiles(/^test\/groups\/.*-\d+\.spec\.ts$/);
  expect(files).toEqual(parts.map((part) => `test/groups/${part}.spec.ts`).sort());
  const grouped = groups.flatMap((group) => specFiles(new RegExp(group.files)));
  expect(grouped.length).toBeGreaterThan(groups.length);
  expect(new Set(grouped).size).toBe(grouped.length);
});

test('every story is in a group, or is a file of its own because it changes what a process shares', () => {
  const grouped = new Set(groups.flatMap((group) => specFiles(new RegExp(group.files))));
  expect(specFiles(/^test\/end-to-end\//).filter((file) => !grouped.has(file))).toEqual([
    'test/end-to-end/graphql/graphql-compiled.spec.ts',
    'test/end-to-end/scheduling/scheduler-plugins.spec.ts',
    'test/end-to-end/topology/topology-compose.spec.ts',
    'test/end-to-end/topology/topology-processes.spec.ts',
  ]);
});

test('no file of a group runs the tests of another: a group loads each file once, so that one of both would run none', () => {
  const grouped = groups.flatMap((group) => specFiles(new RegExp(group.files)));
  const root = join(__dirname, '../..');
  expect(grouped.filter((file) => /^import '.*\.spec';$/m.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
