import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const DEFLATED = 8;

/** The bytes of one file in a zip archive; undefined if it is not there. */
export function readZipEntry(archive: Buffer, name: string): Buffer | undefined {
  let at = directoryOffset(archive);
  while (archive.readUInt32LE(at) === DIRECTORY) {
    const nameLength = archive.readUInt16LE(at + 28);
    const extraLength = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) return readEntry(archive, at);
    at += 46 + nameLength + extraLength;
  }
  return undefined;
}

function directoryOffset(archive: Buffer): number {
  for (let at = archive.length - 22; at >= 0; at--) {
    if (archive.readUInt32LE(at) === END) return archive.readUInt32LE(at + 16);
  }
  throw new TypeError('not a zip archive');
}

function readEntry(archive: Buffer, directory: number): Buffer {
  const header = archive.readUInt32LE(directory + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(directory + 20));
  return archive.readUInt16LE(directory + 10) === DEFLATED ? inflateRawSync(packed) : Buffer.from(packed);
}
