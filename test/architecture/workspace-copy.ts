import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const ROOT = join(__dirname, '../..');
const NOT_COPIED = new Set(['node_modules', 'dist', 'dist-plugins', '.git', '.nx', '.orrery']);

/**
 * A copy of the project's sources to change at will: a temporary file in the sources themselves would make the build
 * look outdated to every server that another test starts meanwhile.
 */
export class WorkspaceCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'orrery-copy-'));

  constructor() {
    const isCopied = (name: string): boolean => !NOT_COPIED.has(name) && !name.startsWith('dist.');
    cpSync(ROOT, this.path, { recursive: true, filter: (path) => path === ROOT || isCopied(basename(path)) });
    symlinkSync(join(ROOT, 'node_modules'), join(this.path, 'node_modules'));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
