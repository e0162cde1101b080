import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Words that begin a question or a clause; a docstring begins with a noun or a verb in the third person. */
const CLAUSE = /\/\*\*(?:\s|\*(?!\/))*(?:What|How|Where|Who|Whose|Which|That|Why|Whether)\b[^\n]*/g;

function sources(): readonly string[] {
  const files = execFileSync('git', ['ls-files', 'apps', 'libs', 'test'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return files
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.generated\.|\/generated\/|\/testdata\//.test(file));
}

it('docstrings say what a thing is or does: they begin with no clause', () => {
  const found = sources().flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(CLAUSE)].map(([text]) => `${file}: ${text.slice(0, 80)}`),
  );
  expect(found).toEqual([]);
});
