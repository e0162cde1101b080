import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ASIDE = '.unpacking-';
/** Age after which an incomplete folder was left behind by a process that was killed: making one takes seconds. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Makes a folder unless it is there. It gets its name when it is complete: what a killed process leaves is never taken for it, and of
 * two processes that make it at once one does.
 */
export async function makeComplete(path: string, fill: (aside: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  const aside = mkdtempSync(`${path}${ASIDE}`);
  try {
    await fill(aside);
    putInPlace(aside, path);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  removeAbandoned(dirname(path));
}

function putInPlace(aside: string, path: string): void {
  try {
    renameSync(aside, path);
  } catch (error) {
    // Another process was quicker, and what it made is as good.
    if (!existsSync(path)) throw error;
  }
}

function removeAbandoned(folder: string): void {
  const before = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(folder).filter((each) => each.includes(ASIDE))) {
    const path = join(folder, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changedMs < before) rmSync(path, { recursive: true, force: true });
  }
}
