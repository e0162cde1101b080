import { ElfFile } from './elf-file.mjs';

/** Kinds of Go types, as in `internal/abi/type.go`. */
const KINDS = {
  1: 'bool',
  2: 'int',
  3: 'int8',
  5: 'int32',
  6: 'int64',
  8: 'uint8',
  10: 'uint32',
  11: 'uint64',
  14: 'float64',
  20: 'interface',
  21: 'map',
  22: 'pointer',
  23: 'slice',
  24: 'string',
  25: 'struct',
};
/** Where the parts of a type descriptor are (`abi.Type`, `abi.StructType`, `abi.StructField`, `abi.UncommonType`). */
const TYPE_SIZE = 48;
const STRUCT_SIZE = TYPE_SIZE + 32;
const FIELD_SIZE = 24;
const HAS_UNCOMMON = 1;
const HAS_EXTRA_STAR = 2;

/**
 * The struct types of a Go program, with their fields and tags, by `package.Name`. The descriptors are those that the
 * program's own reflection uses, so field tags are complete.
 *
 * @param {Buffer} bytes a Go program for linux/amd64
 */
export function readGoStructs(bytes) {
  const reader = new TypeReader(new ElfFile(bytes));
  const structs = new Map();
  const visit = (address) => {
    const struct = reader.namedStruct(address);
    if (!struct || structs.has(struct.name)) return;
    structs.set(struct.name, struct);
  };
  for (const address of reader.linkedTypes()) visit(reader.targetOf(address));
  return structs;
}

class TypeReader {
  #file;
  #base;

  constructor(file) {
    this.#file = file;
    this.#base = file.section('.rodata').address;
  }

  /** The addresses of the types that reflection finds by name, pointers to named structs among them. */
  linkedTypes() {
    const { content } = this.#file.section('.typelink');
    return Array.from({ length: content.length / 4 }, (_, i) => this.#base + content.readInt32LE(i * 4));
  }

  /** The element of a pointer, slice or map; the type itself otherwise. */
  targetOf(address) {
    const kind = this.#kindAt(address);
    if (kind === 'pointer' || kind === 'slice') return this.#pointerAt(address + TYPE_SIZE);
    return kind === 'map' ? this.#pointerAt(address + TYPE_SIZE + 8) : address;
  }

  /** A struct with a name, its package and fields; undefined for other types. */
  namedStruct(address) {
    const name = this.#nameAt(address);
    if (!name || this.#kindAt(address) !== 'struct') return undefined;
    const fields = this.#pointerAt(address + TYPE_SIZE + 8);
    const count = Number(this.#file.at(address + TYPE_SIZE + 16).readBigUInt64LE(0));
    return { name, fields: Array.from({ length: count }, (_, i) => this.#field(fields + i * FIELD_SIZE)) };
  }

  #field(address) {
    const { text, tag, isEmbedded } = this.#readName(this.#pointerAt(address));
    return { name: text, tag, isEmbedded, type: this.#shape(this.#pointerAt(address + 8)) };
  }

  /** A type as a field uses it. */
  #shape(address) {
    const kind = this.#kindAt(address);
    if (kind === 'pointer' || kind === 'slice' || kind === 'map') {
      return { kind, item: this.#shape(this.targetOf(address)) };
    }
    return kind === 'struct' ? { kind, name: this.#nameAt(address) } : { kind };
  }

  /** `k8s.io/api/core/v1.Pod`; undefined for types without a package. */
  #nameAt(address) {
    const flags = this.#file.at(address)[20];
    if ((flags & HAS_UNCOMMON) === 0 || this.#kindAt(address) !== 'struct') return undefined;
    const packagePath = this.#readName(this.#base + this.#file.at(address + STRUCT_SIZE).readInt32LE(0)).text;
    const { text } = this.#readName(this.#base + this.#file.at(address + 40).readInt32LE(0));
    const name = flags & HAS_EXTRA_STAR ? text.slice(1) : text;
    return `${packagePath}.${name.slice(name.indexOf('.') + 1)}`;
  }

  #kindAt(address) {
    return KINDS[this.#file.at(address)[23] & 31] ?? 'other';
  }

  #pointerAt(address) {
    return Number(this.#file.at(address).readBigUInt64LE(0));
  }

  /** A name and its tag (`abi.Name`): flags, then a length and text for each. */
  #readName(address) {
    const bytes = this.#file.at(address);
    const [text, end] = readText(bytes, 1);
    const hasTag = (bytes[0] & 2) !== 0;
    return { text, tag: hasTag ? readText(bytes, end)[0] : '', isEmbedded: (bytes[0] & 8) !== 0 };
  }
}

function readText(bytes, start) {
  let length = 0;
  let place = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[place++];
    length |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return [bytes.toString('utf8', place, place + length), place + length];
}
