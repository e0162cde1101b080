import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = '@orrery-dev/orrery';

/** The version of the package that this code belongs to. */
export function packageVersion(): string {
  return readPackage(packageFolder())!.version;
}

/** The folder of the package that this code belongs to. */
export function packageFolder(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    if (readPackage(folder)?.name === NAME) return folder;
    if (folder === dirname(folder)) throw new Error(`the package.json of ${NAME} is missing`);
  }
}

function readPackage(folder: string): { readonly name?: string; readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string; version: string };
  } catch {
    return undefined;
  }
}
