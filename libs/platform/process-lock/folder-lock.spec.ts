import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, isAbandoned, lockFolder } from './folder-lock';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'orrery-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a folder is taken once, and again when it was given back', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(new FolderInUseError(folder, process.pid));
  expect(isAbandoned(folder)).toBe(false);
  release();
  expect(existsSync(join(folder, 'orrery.pid'))).toBe(false);
  lockFolder(folder)();
});

it('a living process keeps its folder, a dead one does not', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    const start = existsSync('/proc/self/stat')
      ? execFileSync('cat', [`/proc/${other.pid}/stat`], { encoding: 'utf8' })
          .split(') ')
          .pop()!
          .split(' ')[19]!
      : '-';
    writeFileSync(join(folder, 'orrery.pid'), `${other.pid} ${start}\n`);
    expect(() => lockFolder(folder)).toThrow(`the folder ${folder} is in use by process ${other.pid}`);
  } finally {
    other.kill('SIGKILL');
    await new Promise((done) => other.once('exit', done));
  }
  expect(isAbandoned(folder)).toBe(true);
  lockFolder(folder)();
});

test.each([
  ['a number that belongs to another process by now', `${process.pid} 1\n`],
  ['half a line', '12'],
  ['nothing', ''],
])('%s holds nothing', (_, text) => {
  if (text.endsWith(' 1\n') && !existsSync('/proc/self/stat')) return;
  writeFileSync(join(folder, 'orrery.pid'), text);
  expect(isAbandoned(folder)).toBe(true);
  lockFolder(folder)();
});
