import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { create } from 'tar';
import { archiveFor, unpackedArchive } from './postgres-archive';

let folder: string;
let archive: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-archive-'));
  const files = join(folder, 'files');
  mkdirSync(join(files, 'bin'), { recursive: true });
  writeFileSync(join(files, 'bin/postgres'), 'program', { mode: 0o755 });
  const tar = create({ cwd: files, portable: true, sync: true }, ['bin']).read() as Buffer;
  archive = join(folder, 'linux-x64.0123.tar.br');
  writeFileSync(archive, brotliCompressSync(tar));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cache = (name: string, isShared = false) => ({ path: join(folder, name), isShared });

test.each([
  ['linux', 'x64', 'linux-x64.0123.tar.br'],
  ['darwin', 'x64', 'darwin.4567.tar.br'],
  ['darwin', 'arm64', 'darwin.4567.tar.br'],
  ['linux', 'x6', undefined],
  ['linux', 'riscv64', undefined],
])('of %s on %s: %s', (platform, processor, name) => {
  writeFileSync(join(folder, 'darwin.4567.tar.br'), '');
  expect(archiveFor(folder, platform, processor)).toBe(name && join(folder, name));
});

test('an archive is unpacked once, as programs that other users can run', async () => {
  const before = process.umask(0o077);
  const native = await unpackedArchive(archive, [cache('cache/orrery')]);
  process.umask(before);
  expect(native).toBe(join(folder, 'cache/orrery/postgres-linux-x64.0123'));
  expect(readFileSync(join(native, 'bin/postgres'), 'utf8')).toBe('program');
  const modes = [native, join(native, 'bin'), join(native, 'bin/postgres')].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o755, 0o755, 0o755]);
  writeFileSync(join(native, 'bin/postgres'), 'kept');
  expect(await unpackedArchive(archive, [cache('cache/orrery')])).toBe(native);
  expect(readFileSync(join(native, 'bin/postgres'), 'utf8')).toBe('kept');
});

test('of two that unpack at once both have it, and nothing is left aside', async () => {
  const both = await Promise.all([1, 2].map(() => unpackedArchive(archive, [cache('cache')])));
  expect(both[0]).toBe(both[1]);
  expect(readdirSync(join(folder, 'cache'))).toEqual(['postgres-linux-x64.0123']);
});

test('a damaged archive leaves nothing', async () => {
  writeFileSync(archive, readFileSync(archive).subarray(0, 60));
  await expect(unpackedArchive(archive, [cache('cache'), cache('other')])).rejects.toThrow('unexpected end of file');
  expect(readdirSync(join(folder, 'cache'))).toEqual([]);
  expect(existsSync(join(folder, 'other'))).toBe(false);
});

test('what a killed process left is passed over, and goes when it is old', async () => {
  const left = ['cache/postgres-linux-x64.0123.unpacking-a', 'cache/postgres-linux-x64.0100.unpacking-b'].map((name) =>
    join(folder, name),
  );
  for (const path of left) mkdirSync(join(path, 'bin'), { recursive: true });
  utimesSync(left[1]!, 1, 1);
  await unpackedArchive(archive, [cache('cache')]);
  expect(left.map(existsSync)).toEqual([true, false]);
});

test('a folder that cannot be there is passed over; with none left all are named', async () => {
  writeFileSync(join(folder, 'file'), '');
  const native = await unpackedArchive(archive, [cache('file/cache'), cache('cache', true)]);
  expect(native).toBe(join(folder, 'cache/postgres-linux-x64.0123'));
  await expect(unpackedArchive(archive, [cache('file/cache'), cache('file')])).rejects.toThrow(
    `Postgres cannot be unpacked into ${folder}/file/cache (ENOTDIR) or ${folder}/file (EEXIST)`,
  );
});

test('a folder among temporary files is used only if no other user writes into it', async () => {
  mkdirSync(join(folder, 'shared'));
  chmodSync(join(folder, 'shared'), 0o777);
  await expect(unpackedArchive(archive, [cache('shared', true)])).rejects.toThrow(
    `${folder}/shared belongs to another user`,
  );
});
