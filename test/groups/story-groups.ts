import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shareTestGraphqlServer } from '../../libs/testing/graphql-server';

const FOLDER = join(__dirname, '../end-to-end');
/** How many files hold the stories in a run of everything. */
export const GROUP_COUNT = 2;
/** Files that stay by themselves: they start processes of their own, or change what the whole process shares. */
const ALONE = /^(topology-|scheduler-plugins\.)/;

/**
 * Runs every second file of end-to-end stories in the test file that calls it. Jest loads the whole server anew for each
 * test file, which takes longer than most stories do; a run of everything loads it twice instead of fifty times, and
 * starts it as often. Whoever names a file on the command line gets that file alone, with a server of its own.
 */
export function runStories(group: number): void {
  shareTestGraphqlServer();
  for (const file of storyFiles().filter((_, i) => i % GROUP_COUNT === group)) {
    describe(file.replace('.spec.ts', ''), () => {
      jest.requireActual(join(FOLDER, file));
    });
  }
}

/** All files of stories that are run in groups. */
export function storyFiles(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.spec.ts') && !ALONE.test(file))
    .sort();
}
