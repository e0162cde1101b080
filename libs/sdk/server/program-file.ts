import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAM = join('apps', 'standalone', 'main.js');

/** The compiled server, found from an installed package, from a build and from the sources beside a build. */
export function serverProgram(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const found = [join(folder, PROGRAM), join(folder, 'dist', PROGRAM)].find(existsSync);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) throw new Error(`${PROGRAM} is missing: build the project by npm run build`);
  }
}
