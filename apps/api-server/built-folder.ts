import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder of files for browsers that the build has made, found from sources as well as from the build.
 *
 * @param name of the folder in `dist`
 * @param content what it must contain
 * @returns undefined where it is not built
 */
export function builtFolder(name: string, content: string): string | undefined {
  for (let folder = __dirname; ; folder = join(folder, '..')) {
    const found = [join(folder, name), join(folder, 'dist', name)].find((each) => existsSync(join(each, content)));
    if (found !== undefined || folder === join(folder, '..')) return found;
  }
}
