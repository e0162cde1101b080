/** A set of nodes by their positions in node order. */
export class NodeSet {
  private readonly words: Int32Array;

  /** @param size number of positions */
  constructor(readonly size: number) {
    this.words = new Int32Array((size + 31) >>> 5);
  }

  add(position: number): void {
    this.words[position >>> 5]! |= 1 << position;
  }

  delete(position: number): void {
    this.words[position >>> 5]! &= ~(1 << position);
  }

  has(position: number): boolean {
    return (this.words[position >>> 5]! & (1 << position)) !== 0;
  }

  addAll(): void {
    for (let position = 0; position < this.size; position++) this.add(position);
  }

  /** Returns how many nodes are in the set from position `from` to before `to`. */
  countBetween(from: number, to: number): number {
    let count = 0;
    for (let i = from >>> 5; i << 5 < to; i++) count += bitsIn(this.words[i]! & inRange(i, from, to));
    return count;
  }

  /** Position of the member number `index`, counted from 0 at position `from` on; `size` if there are fewer. */
  nth(index: number, from: number): number {
    let left = index;
    for (let i = from >>> 5; i < this.words.length; i++) {
      let word = this.words[i]! & inRange(i, from, this.size);
      const bits = bitsIn(word);
      if (left >= bits) {
        left -= bits;
        continue;
      }
      for (; left > 0; left--) word &= word - 1;
      return (i << 5) + lowestBit(word);
    }
    return this.size;
  }

  /** The first position in this set, from `from` to before `to`; `to` if there is none. */
  next(from: number, to: number): number {
    for (let i = from >>> 5; i << 5 < to; i++) {
      const word = this.words[i]! & inRange(i, from, to);
      if (word !== 0) return (i << 5) + lowestBit(word);
    }
    return to;
  }

  /** The first position that is not in this set, from `from` to before `to`; `to` if there is none. */
  nextOutside(from: number, to: number): number {
    for (let i = from >>> 5; i << 5 < to; i++) {
      const word = ~this.words[i]! & inRange(i, from, to);
      if (word !== 0) return (i << 5) + lowestBit(word);
    }
    return to;
  }

  /** The first position in this set or in `other`, from `from` to before `to`; `to` if there is none. */
  nextInEither(other: NodeSet, from: number, to: number): number {
    for (let i = from >>> 5; i << 5 < to; i++) {
      const word = (this.words[i]! | other.words[i]!) & inRange(i, from, to);
      if (word !== 0) return (i << 5) + lowestBit(word);
    }
    return to;
  }
}

/** Returns the bits of word `i` for the positions from `from` to before `to`. */
function inRange(i: number, from: number, to: number): number {
  const first = i << 5;
  const low = from > first ? -1 << (from - first) : -1;
  return to - first < 32 ? low & ~(-1 << (to - first)) : low;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
