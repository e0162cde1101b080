import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAM = join('apps', 'standalone', 'main.js');

/** The folder of the compiled programs, found from an installed package, from a build and from the sources beside a build. */
export function programFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const found = [folder, join(folder, 'dist')].find((each) => existsSync(join(each, PROGRAM)));
    if (found !== undefined) return found;
    if (folder === dirname(folder)) throw new Error(`${PROGRAM} is missing: build the project by npm run build`);
  }
}

/** The compiled server. */
export function serverProgram(): string {
  return join(programFolder(), PROGRAM);
}
