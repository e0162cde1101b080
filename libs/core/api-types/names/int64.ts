const DECIMAL = /^[+-]?[0-9]{1,40}$/;

/** Reads a base-10 signed 64-bit integer as Go's ParseInt does (`08` is 8); undefined if it is none. */
export function parseInt64(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
