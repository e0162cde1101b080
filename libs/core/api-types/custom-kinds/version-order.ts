/** `v2`, `v1`, `v2beta1`, `v1alpha3`, then others by name (`CompareKubeAwareVersionStrings` upstream); the first is preferred. */
export function compareVersions(a: string, b: string): number {
  const left = read(a);
  const right = read(b);
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0;
  return right.stability - left.stability || right.major - left.major || right.minor - left.minor;
}

const STABILITIES: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };

function read(version: string): { stability: number; major: number; minor: number } | undefined {
  const [, major, stability, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  return { stability: stability ? STABILITIES[stability]! : 3, major: Number(major), minor: Number(minor ?? 0) };
}
