/** A number with its noun: `1 node`, `2 nodes`. */
export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with its thousands apart: `50,000`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

const UNITS = [
  ['Ti', 2 ** 40],
  ['Gi', 2 ** 30],
  ['Mi', 2 ** 20],
  ['Ki', 2 ** 10],
] as const;

/** Bytes as Kubernetes writes them: `1.5Gi`. */
export function bytes(count: number): string {
  for (const [unit, size] of UNITS) if (count >= size) return `${rounded(count / size)}${unit}`;
  return String(count);
}

/** Millicores as Kubernetes writes them: `250m`, `2`. */
export function cores(millis: number): string {
  return millis % 1000 === 0 ? String(millis / 1000) : `${millis}m`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
