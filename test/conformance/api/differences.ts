/** One place where two answers differ. */
export interface Difference {
  readonly path: string;
  readonly real: unknown;
  readonly ours: unknown;
}

const ABSENT = '<absent>';

/** Places where two values differ, by their paths; lists of different lengths differ as a whole. */
export function differences(real: unknown, ours: unknown, path = ''): Difference[] {
  if (Array.isArray(real) && Array.isArray(ours)) {
    if (real.length !== ours.length) return [{ path, real, ours }];
    return real.flatMap((item, i) => differences(item, ours[i], `${path}[${i}]`));
  }
  if (!isRecord(real) || !isRecord(ours)) return Object.is(real, ours) ? [] : [{ path, real, ours }];
  const keys = [...new Set([...Object.keys(real), ...Object.keys(ours)])].sort();
  return keys.flatMap((key) => {
    const below = `${path}.${key}`;
    if (!Object.hasOwn(real, key)) return [{ path: below, real: ABSENT, ours: ours[key] }];
    if (!Object.hasOwn(ours, key)) return [{ path: below, real: real[key], ours: ABSENT }];
    return differences(real[key], ours[key], below);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
