/** Returns whether a text is like one of the patterns, in which `*` matches anything. */
export function globs(patterns: readonly string[]): (text: string) => boolean {
  const split = patterns.map((pattern) => pattern.split('*'));
  return (text) => split.some((parts) => isLike(parts, text));
}

/**
 * Each part where it stands first after the one before it: if that does not fit, no other place does. As a regular
 * expression, a pattern with many stars would try them all.
 */
function isLike(parts: readonly string[], text: string): boolean {
  const first = parts[0]!;
  if (parts.length === 1) return text === first;
  const last = parts.at(-1)!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
