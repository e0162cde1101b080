import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PROJECT } from './component-process';

/** Returns the paths that the last stage of the Dockerfile copies from the build, relative to the project. */
function copiedPaths(): string[] {
  const lines = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8').split('\n');
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  return stage.filter((line) => line.startsWith('COPY ')).map((line) => /\/app\/(\S+)/.exec(line)![1]!);
}

/**
 * Makes a folder with exactly the files of the image: the paths that the Dockerfile copies, with those packages alone
 * that are not development dependencies. Programs that run in it miss what the image lacks. Build the project before.
 */
export function imageLayout(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-image-'));
  for (const path of copiedPaths()) {
    if (path === 'node_modules') linkPackages(folder);
    else cpSync(join(PROJECT, path), join(folder, path), { recursive: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkPackages(folder: string): void {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: PROJECT, encoding: 'utf8' });
  for (const path of listed.split('\n')) {
    const name = relative(PROJECT, path);
    // What lies in another package comes with it.
    if (!/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(path, join(folder, name));
  }
}
