import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that a user names, with those above it, unless it is there. Level by level: Node's own recursion never ends below a
 * folder that takes no new ones, such as /proc. Throws what the system says.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
