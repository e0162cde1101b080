import type { Environment } from '@marcbachmann/cel-js';
import { compareSemver, normalizedSemver, parseSemver, SemverValue } from '../semver';

/** Adds `semver("1.2.3")` and its functions (`apiserver/pkg/cel/library/semverlib.go`). */
export function addSemverFunctions(environment: Environment): void {
  environment.registerType('Semver', { ctor: SemverValue, fields: {} });
  const read = (text: string): SemverValue => {
    const value = parseSemver(text);
    if (!value) throw new TypeError(`Invalid Semantic Version: "${text}"`);
    return value;
  };
  const loose = (text: string, normalizes: boolean): string => (normalizes ? normalizedSemver(text) : text);
  environment
    .registerFunction('semver(string): Semver', read)
    .registerFunction('semver(string, bool): Semver', (text: string, normalizes: boolean) =>
      read(loose(text, normalizes)),
    )
    .registerFunction('isSemver(string): bool', (text: string) => parseSemver(text) !== undefined)
    .registerFunction(
      'isSemver(string, bool): bool',
      (text: string, normalizes: boolean) => parseSemver(loose(text, normalizes)) !== undefined,
    )
    .registerFunction('Semver.major(): int', ({ major }: SemverValue) => major)
    .registerFunction('Semver.minor(): int', ({ minor }: SemverValue) => minor)
    .registerFunction('Semver.patch(): int', ({ patch }: SemverValue) => patch)
    .registerFunction('Semver.isGreaterThan(Semver): bool', (a: SemverValue, b: SemverValue) => compareSemver(a, b) > 0)
    .registerFunction('Semver.isLessThan(Semver): bool', (a: SemverValue, b: SemverValue) => compareSemver(a, b) < 0)
    .registerFunction('Semver.compareTo(Semver): int', (a: SemverValue, b: SemverValue) => BigInt(compareSemver(a, b)))
    .registerOperator('Semver == Semver', (a: SemverValue, b: SemverValue) => compareSemver(a, b) === 0);
}
