/** NUL, and half of a pair of UTF-16 units without the other: neither goes through Postgres, the latter not even UTF-8. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/**
 * Why a text cannot be stored; undefined if it can. Upstream stores NUL, and its decoder writes U+FFFD for a lone
 * surrogate: what a client gets back would not be what it sent.
 */
export function storableTextProblem(text: string): string | undefined {
  const found = UNSTORABLE.exec(text);
  if (!found) return undefined;
  if (found[0] === '\0') return 'must not contain the character NUL (U+0000)';
  const code = found[0].charCodeAt(0).toString(16).toUpperCase();
  return `must be valid Unicode: contains the surrogate U+${code} without its other half`;
}
