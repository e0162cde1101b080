/** `part * scale div whole`, truncating: in doubles while exact, else in BigInt. `whole` is not 0. */
export function scaledShare(part: number, scale: number, whole: number): number {
  const product = part * scale;
  if (Math.abs(product) <= Number.MAX_SAFE_INTEGER && Math.abs(whole) <= Number.MAX_SAFE_INTEGER) {
    return Math.trunc(product / whole);
  }
  return Number((BigInt(part) * BigInt(scale)) / BigInt(whole));
}
