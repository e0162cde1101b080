import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import groups from './groups.json';

const ROOT = resolve(__dirname, '../..');

/**
 * Runs one part of a group of `groups.json` in the test file that calls it: of its files every second, third and so on,
 * for so many parts as there are. Jest loads the tested code again for each test file, which takes longer than most tests
 * do; a run of everything loads it a few times instead of hundreds of times. A file that is named on the command line
 * gets that file alone. What starts processes of its own, or changes what a whole process shares, is in no group.
 */
export function runGroup(name: string, part: number): void {
  const { files, parts } = groups.find((group) => group.name === name)!;
  const mine = specFiles(new RegExp(files)).filter((_, i) => i % parts === part);
  for (const file of mine) {
    describe(file.replace('.spec.ts', ''), () => {
      jest.requireActual(join(ROOT, file));
    });
  }
}

/** All files of tests with such a path, seen from the top of the project. */
export function specFiles(path: RegExp): readonly string[] {
  return ['apps', 'libs', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.spec.ts') && path.test(file))
    .sort();
}
