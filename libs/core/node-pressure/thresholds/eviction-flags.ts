/** The pairs of an eviction flag, or what is wrong with it. */
export type PairsVerdict =
  | { readonly ok: true; readonly pairs: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly error: string };

/**
 * Reads a flag such as `--eviction-hard` (`memory.available<1Gi,nodefs.available<10%`, separator `<`) or
 * `--eviction-soft-grace-period` (separator `=`): blanks around both parts are dropped, empty items skipped, and of a
 * key that comes twice the last value holds. As `component-base/cli/flag` of Kubernetes does it.
 */
export function parseEvictionPairs(text: string, separator: '<' | '='): PairsVerdict {
  const pairs = new Map<string, string>();
  for (const item of text.split(',')) {
    if (item === '') continue;
    const at = item.indexOf(separator);
    if (at < 0) return { ok: false, error: `malformed pair, expect string${separator}string` };
    pairs.set(item.slice(0, at).trim(), item.slice(at + 1).trim());
  }
  return { ok: true, pairs: Object.fromEntries(pairs) };
}
