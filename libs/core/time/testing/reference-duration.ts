const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  '\u00b5s': 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/**
 * Milliseconds, or the error, of a short duration: the loop of Go's `time.ParseDuration` (src/time/format.go) one letter
 * after the other. Overflow is left out.
 */
export function referenceDuration(text: string): number | string {
  const quoted = (part: string): string =>
    `"${part.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\u00b5', '\\xc2\\xb5')}"`;
  const invalid = `time: invalid duration ${quoted(text)}`;
  let rest = text;
  const isNegative = rest[0] === '-';
  if (rest[0] === '-' || rest[0] === '+') rest = rest.slice(1);
  if (rest === '0') return 0;
  if (rest === '') return invalid;
  let nanoseconds = 0;
  while (rest !== '') {
    if (rest[0] !== '.' && !isDigit(rest[0])) return invalid;
    let whole = '';
    while (isDigit(rest[0])) [whole, rest] = [whole + rest[0]!, rest.slice(1)];
    let fraction = '';
    if (rest[0] === '.') {
      rest = rest.slice(1);
      while (isDigit(rest[0])) [fraction, rest] = [fraction + rest[0]!, rest.slice(1)];
    }
    if (whole === '' && fraction === '') return invalid;
    let unit = '';
    while (rest !== '' && rest[0] !== '.' && !isDigit(rest[0])) [unit, rest] = [unit + rest[0]!, rest.slice(1)];
    if (unit === '') return `time: missing unit in duration ${quoted(text)}`;
    const scale = Object.hasOwn(NANOSECONDS, unit) ? NANOSECONDS[unit] : undefined;
    if (scale === undefined) return `time: unknown unit ${quoted(unit)} in duration ${quoted(text)}`;
    nanoseconds += Math.trunc(Number(`${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`) * scale);
  }
  return Math.round(nanoseconds / 1e6) * (isNegative ? -1 : 1) + 0;
}
