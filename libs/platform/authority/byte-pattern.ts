/** Bytes with known parts: with other parts of the same lengths, further bytes are made without encoding anything. */
export class BytePattern {
  private readonly bytes: Buffer;
  private readonly places: readonly (readonly number[])[];

  /** @param parts parts of the bytes, each present at least once; random ones, so that they match nowhere by accident */
  constructor(bytes: Uint8Array, parts: readonly Uint8Array[]) {
    this.bytes = Buffer.from(bytes);
    this.places = parts.map((part) => placesOf(this.bytes, part));
  }

  /** The bytes with these parts instead of those, which have the same lengths. */
  with(parts: readonly Uint8Array[]): Uint8Array {
    const bytes = Uint8Array.from(this.bytes);
    this.places.forEach((places, i) => places.forEach((place) => bytes.set(parts[i]!, place)));
    return bytes;
  }
}

function placesOf(bytes: Buffer, part: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) places.push(at);
  if (places.length === 0) throw new Error('the bytes do not have the part');
  return places;
}
