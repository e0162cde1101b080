/** Forms that vary from run to run in the output of commands; either form may appear where the other is shown. */
const VOLATILE = [
  /^(\d+d)?(\d+h)?(\d+m)?\d+(\.\d+)?m?s$|^(\d+d)?(\d+h)?\d+m$|^<none>$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  /^\d+\.\d+\.\d+\.\d+(:\d+)?[:,]?$/,
];
/** Cluster time under a clock that is advanced by hand, which begins at the same instant in each run. */
const BY_HAND = /^2025-01-01T\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** The ends of generated names: of pods, of replica sets and their pods. */
const GENERATED =
  /-[bcdfghjklmnpqrstvwxz2456789]{5}$|-[bcdfghjklmnpqrstvwxz2456789]{7,10}(-[bcdfghjklmnpqrstvwxz2456789]{5})?$/;

/**
 * Returns the first shown line that the output lacks; undefined if all are there, in their order. Runs of spaces count
 * as one; ages, times, addresses and generated ends of names may differ, but not the times of a clock that is advanced by
 * hand. `…` matches any text, and alone on its line any lines. Output may have more lines than are shown.
 */
export function missingLine(shown: readonly string[], output: string): string | undefined {
  const lines = output.split('\n');
  let next = 0;
  for (const line of shown) {
    if (line.trim() === '' || line.trim() === '…') continue;
    const found = lines.findIndex((candidate, i) => i >= next && isSameLine(line, candidate));
    if (found < 0) return line;
    next = found + 1;
  }
  return undefined;
}

function isSameLine(shown: string, actual: string): boolean {
  const [left, right] = [shown.trim().split(/\s+/), actual.trim().split(/\s+/)];
  if (shown.includes('…')) return pattern(left).test(right.join(' '));
  return left.length === right.length && left.every((token, i) => isSameToken(token, right[i]!));
}

/** Each `…` is any text, also of several words. */
function pattern(shown: readonly string[]): RegExp {
  const tokens = shown.map((token) => {
    if (!BY_HAND.test(token) && VOLATILE.some((kind) => kind.test(token))) return '(?!2025-01-01T)\\S+';
    return token
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
  });
  return new RegExp(`^${tokens.join(' ')}$`);
}

function isSameToken(shown: string, actual: string): boolean {
  if (shown === actual) return true;
  if (BY_HAND.test(actual) || BY_HAND.test(shown)) return false;
  if (VOLATILE.some((kind) => kind.test(shown) && kind.test(actual))) return true;
  const [stem, actualStem] = [withoutGenerated(shown), withoutGenerated(actual)];
  return stem !== shown && stem === actualStem;
}

function withoutGenerated(token: string): string {
  return token.replace(/[\w./-]+/g, (name) => name.replace(GENERATED, '-*'));
}
