/**
 * An executable of Linux on amd64, read by the addresses that its data contains. Only what reading data needs: the
 * sections by name, and numbers and texts at an address.
 */
export class ElfFile {
  #bytes;
  #sections;

  /** @param {Buffer} bytes the whole file; throws for anything but a 64-bit little-endian executable. */
  constructor(bytes) {
    if (bytes.toString('latin1', 0, 4) !== '\x7fELF' || bytes[4] !== 2 || bytes[5] !== 1) {
      throw new TypeError('not a 64-bit little-endian ELF file: take the kubectl of linux/amd64');
    }
    this.#bytes = bytes;
    this.#sections = readSections(bytes);
  }

  /** The section's address and content; throws where there is none. */
  section(name) {
    const found = this.#sections.find((section) => section.name === name);
    if (!found) throw new TypeError(`the file has no section ${name}`);
    return { address: found.address, content: this.#bytes.subarray(found.offset, found.offset + found.size) };
  }

  /** The bytes from an address on, to the end of its section. */
  at(address) {
    const home = this.#sections.find(
      (section) => section.address <= address && address < section.address + section.size,
    );
    if (!home) throw new RangeError(`address 0x${address.toString(16)} is in no section`);
    return this.#bytes.subarray(home.offset + address - home.address, home.offset + home.size);
  }
}

const SECTION_HEADER_SIZE = 64;

function readSections(bytes) {
  const start = Number(bytes.readBigUInt64LE(0x28));
  const count = bytes.readUInt16LE(0x3c);
  const headers = Array.from({ length: count }, (_, i) => readHeader(bytes, start + i * SECTION_HEADER_SIZE));
  const names = headers[bytes.readUInt16LE(0x3e)];
  const isLoaded = ({ type, address }) => type === 1 && address !== 0;
  return headers
    .filter(isLoaded)
    .map((header) => ({ ...header, name: textAt(bytes, names.offset + header.nameOffset) }));
}

function readHeader(bytes, place) {
  return {
    nameOffset: bytes.readUInt32LE(place),
    type: bytes.readUInt32LE(place + 4),
    address: Number(bytes.readBigUInt64LE(place + 0x10)),
    offset: Number(bytes.readBigUInt64LE(place + 0x18)),
    size: Number(bytes.readBigUInt64LE(place + 0x20)),
  };
}

function textAt(bytes, start) {
  return bytes.toString('latin1', start, bytes.indexOf(0, start));
}
