/** A stream of seeded chance. Two streams made from the same key yield the same numbers. */
export interface Random {
  /** The next unsigned 32-bit integer. */
  uint32(): number;
  /** An unbiased integer in [0, bound); `bound` is a positive integer below 2^32. */
  below(bound: number): number;
  /** A double in [0, 1). */
  unit(): number;
}

/**
 * A stream derived from the words of `key` (for example cluster seed, scheduler, pod, attempt, purpose).
 * Deriving one stream a decision, instead of drawing from one global sequence, keeps a decision the same
 * when something unrelated happens before it. Generator: xoshiro128** seeded by splitmix32 over an FNV-1a
 * hash of the key; changing it is a breaking change, because recorded runs would replay differently.
 */
export function randomFor(...key: readonly (string | number)[]): Random {
  return xoshiro128(fnv1a(key.join('\u0000')));
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

function xoshiro128(seed: number): Random {
  let mixed = seed;
  const splitmix = (): number => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  return new Xoshiro128(Int32Array.of(splitmix(), splitmix(), splitmix(), splitmix()));
}

/** Ties between hundreds of nodes draw hundreds of numbers: integers in an array cost a quarter of captured variables. */
class Xoshiro128 implements Random {
  constructor(private readonly state: Int32Array) {}

  uint32(): number {
    const { state } = this;
    let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    return result;
  }

  below(bound: number): number {
    const divisor = bound >>> 0;
    for (;;) {
      const value = this.uint32();
      // The second condition is the exact one; the first spares most draws a division.
      if (value < 0x100000000 - divisor || value < 0x100000000 - (0x100000000 % divisor)) return value % divisor;
    }
  }

  unit(): number {
    return this.uint32() / 0x100000000;
  }
}

/** A draw from the standard normal distribution (Box and Muller). */
export function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
}
