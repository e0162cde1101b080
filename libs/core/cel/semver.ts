/** A semantic version as a value of the language. */
export class SemverValue {
  constructor(
    readonly major: bigint,
    readonly minor: bigint,
    readonly patch: bigint,
    /** Identifiers of a pre-release, such as `alpha` and `1`; none of a release. */
    readonly prerelease: readonly string[],
  ) {}

  /** Returns the key of equality: builds are left out. */
  valueOf(): string {
    return [this.major, this.minor, this.patch, ...this.prerelease].join('.');
  }
}

const MAX_LENGTH = 256;
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;
const NUMBER = /^\d+$/;

/** Reads a version as semver.org 2.0.0 has it; undefined for other texts. */
export function parseSemver(text: string): SemverValue | undefined {
  const found = text.length > MAX_LENGTH ? null : SEMVER.exec(text);
  if (!found) return undefined;
  const [, major, minor, patch, prerelease] = found;
  const identifiers = prerelease?.split('.') ?? [];
  // Numbers have no zeros before them.
  if (identifiers.some((part) => NUMBER.test(part) && part.length > 1 && part.startsWith('0'))) return undefined;
  return new SemverValue(BigInt(major!), BigInt(minor!), BigInt(patch!), identifiers);
}

/** Without a leading `v`, with three numbers and without zeros before them (`normalizeAndParse` upstream). */
export function normalizedSemver(text: string): string {
  const bare = text.startsWith('v') ? text.slice(1) : text;
  const end = bare.search(/[-+]/);
  const [numbers, rest] = end < 0 ? [bare, ''] : [bare.slice(0, end), bare.slice(end)];
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest;
}

/** Below, equal or above: -1, 0 or 1. Builds are not compared. */
export function compareSemver(a: SemverValue, b: SemverValue): number {
  for (const part of ['major', 'minor', 'patch'] as const) {
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  }
  // A pre-release comes before its release.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return Math.sign(b.prerelease.length - a.prerelease.length);
  }
  for (let i = 0; i < Math.min(a.prerelease.length, b.prerelease.length); i++) {
    const order = compareIdentifiers(a.prerelease[i]!, b.prerelease[i]!);
    if (order !== 0) return order;
  }
  return Math.sign(a.prerelease.length - b.prerelease.length);
}

function compareIdentifiers(a: string, b: string): number {
  if (a === b) return 0;
  const [isNumberA, isNumberB] = [NUMBER.test(a), NUMBER.test(b)];
  if (isNumberA && isNumberB) return BigInt(a) < BigInt(b) ? -1 : 1;
  // Numbers come before words.
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : 1;
}
