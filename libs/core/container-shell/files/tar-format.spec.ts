import { randomFor } from '@orrery/time';
import { encode } from '../process';
import { ArrivingArchive, readTar, writeTar } from './tar-format';

const SIZE_AT = 124;
const SUM_AT = 148;
const file = { name: 'a', bytes: encode('content'), mode: 0o644, modifiedAtMs: 0 };

/** Returns an archive of one file whose header has another field, with the right sum. */
function withField(at: number, text: string): Uint8Array {
  const archive = writeTar([file]);
  archive.set(encode(text), at);
  archive.set(encode('        '), SUM_AT);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.set(encode(`${sum.toString(8).padStart(6, '0')}\0 `), SUM_AT);
  return archive;
}

/** Returns whether the archive has ended by the time that all of it has come. */
function isOverAfter(bytes: Uint8Array): boolean {
  const arriving = new ArrivingArchive();
  arriving.take(bytes);
  return arriving.isOver;
}

test.each([
  ['a size that leads back to its own header', '-0000001000\0'],
  ['a size that leads before the archive', '-7777777777\0'],
  ['a size in the base of GNU', '\u0080\0\0\0\0\0\0\0\0\0\0\u0001'],
  ['a size in words', 'sevenbytes!\0'],
])('%s is no archive, and reading it ends', (_what, size) => {
  const archive = withField(SIZE_AT, size);
  expect(readTar(archive)).toBeUndefined();
  expect(isOverAfter(archive)).toBe(true);
});

test('a size beyond the end is no archive, and more is awaited', () => {
  const archive = withField(SIZE_AT, '77777777777\0');
  expect(readTar(archive)).toBeUndefined();
  expect(isOverAfter(archive)).toBe(false);
});

test('archives with random bytes at random places are read to an end', () => {
  for (let at = 0; at < 2000; at++) {
    const random = randomFor('archives', at);
    const archive = writeTar([file, { ...file, name: 'b'.repeat(120) }]);
    for (let i = random.below(6); i >= 0; i--) archive[random.below(archive.length)] = random.below(256);
    const entries = readTar(archive);
    expect(entries === undefined || entries.length <= 4).toBe(true);
    isOverAfter(archive);
  }
});
