import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = '@orrery-dev/orrery';

/** The version of the package that this code belongs to. */
export function packageVersion(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const found = readPackage(join(folder, 'package.json'));
    if (found?.name === NAME) return found.version;
    if (folder === dirname(folder)) throw new Error(`the package.json of ${NAME} is missing`);
  }
}

function readPackage(file: string): { readonly name?: string; readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version: string };
  } catch {
    return undefined;
  }
}
