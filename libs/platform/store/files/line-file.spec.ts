import { gunzipSync, gzipSync } from 'node:zlib';
import { compressed, LineFileError, lineText, readLineFile } from './line-file';

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function written(lines: Iterable<string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of compressed(lineText(each(lines), ({ lines: count, sha256 }) => `${count} ${sha256}`))) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

async function read(file: Buffer, size: number): Promise<{ lines: string[]; digest: string }> {
  const lines: string[] = [];
  let digest = '';
  const pieces = function* () {
    for (let start = 0; start < file.length; start += size) yield file.subarray(start, start + size);
  };
  await readLineFile(each(pieces()), (line, place) => {
    lines.push(line);
    expect(place.number).toBe(lines.length);
    digest = place.digest();
  });
  return { lines, digest };
}

const LINES = Array.from({ length: 3000 }, (_, i) => `${i} ${'ä'.repeat(i % 97)}`);

test.each([1, 1000, 1_000_000])('lines are read as they were written, in pieces of %d bytes', async (size) => {
  const { lines, digest } = await read(await written(LINES), size);
  expect(lines.slice(0, -1)).toEqual(LINES);
  expect(lines.at(-1)).toBe(`${LINES.length} ${digest}`);
});

test('a file is written as it is read: no more of it is made than its reader takes', async () => {
  let made = 0;
  const endless = function* () {
    for (;;) yield `${++made} ${'x'.repeat(1000)}${Math.sin(made)}`;
  };
  let taken = 0;
  for await (const piece of compressed(lineText(each(endless()), () => ''))) {
    taken += (piece as Buffer).length;
    if (taken > 10_000) break;
  }
  expect(made).toBeLessThan(10_000);
});

test('what fails while it is written fails for its reader', async () => {
  const failing = function* () {
    yield 'one';
    throw new Error('the database is away');
  };
  await expect(written(failing())).rejects.toThrow('the database is away');
});

test('a file that cannot be unpacked is refused, and what takes lines may refuse them', async () => {
  const file = await written(LINES);
  await expect(read(file.subarray(0, file.length - 20), 1000)).rejects.toThrow(LineFileError);
  await expect(read(Buffer.from('text'), 10)).rejects.toThrow(LineFileError);
  expect(gunzipSync(file).toString()).toContain('2999 ');
  const refusing = readLineFile(each([gzipSync('a\nb\n')]), (_line, { number }) => {
    if (number === 2) throw new Error('line 2');
  });
  await expect(refusing).rejects.toThrow('line 2');
});

test('a refusal in the middle of a large file is what is thrown', async () => {
  const file = await written(LINES);
  const refusing = readLineFile(each([file.subarray(0, 2000), file.subarray(2000)]), async (_line, { number }) => {
    await Promise.resolve();
    if (number === 1500) throw new Error('line 1500');
  });
  await expect(refusing).rejects.toThrow('line 1500');
});
