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
