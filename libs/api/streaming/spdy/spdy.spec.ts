import { createDeflate, constants } from 'node:zlib';
import { HEADER_DICTIONARY } from './header-dictionary';
import { HeaderReader, HeaderWriter } from './header-block';

/** Compresses header blocks like a client of Kubernetes: one compression for all of them, flushed after each. */
function packer(): (plain: Buffer) => Promise<Buffer> {
  const deflate = createDeflate({ dictionary: HEADER_DICTIONARY });
  let chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  return async (plain) => {
    chunks = [];
    await new Promise<void>((resolve) => deflate.write(plain, () => resolve()));
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    return Buffer.concat(chunks);
  };
}

function plainBlock(headers: Readonly<Record<string, string>>): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const texts = Object.entries(headers).flat();
  const pairs = texts.flatMap((text) => [number(Buffer.byteLength(text)), Buffer.from(text)]);
  return Buffer.concat([number(texts.length / 2), ...pairs]);
}

test('the dictionary is that of the specification', () => {
  expect(HEADER_DICTIONARY).toHaveLength(1423);
});

test('header blocks of a client are unpacked one after the other', async () => {
  const pack = packer();
  const reader = new HeaderReader();
  expect([...(await reader.read(await pack(plainBlock({ streamType: 'error', port: '80' }))))]).toEqual([
    ['streamtype', ['error']],
    ['port', ['80']],
  ]);
  expect((await reader.read(await pack(plainBlock({ streamType: 'data' })))).get('streamtype')).toEqual(['data']);
  reader.close();
});

test('a written header block ends with an empty block, for which readers in Go wait', () => {
  const writer = new HeaderWriter();
  for (const block of [writer.write({}), writer.write({ a: '1' })]) {
    expect(block.subarray(-5)).toEqual(Buffer.from([0, 0, 0, 0xff, 0xff]));
  }
});

test('header blocks that are written can be read by others', async () => {
  const writer = new HeaderWriter();
  const reader = new HeaderReader();
  expect((await reader.read(writer.write({ a: '1' }))).get('a')).toEqual(['1']);
  expect((await reader.read(writer.write({ b: '2' }))).get('b')).toEqual(['2']);
  reader.close();
});
