/** The least and the most that a size or a cost can be (`SizeEstimate` and `CostEstimate` of cel-go). */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Maximum of upstream's numbers. */
export const MOST = 2 ** 64;
export const UNKNOWN: Range = { min: 0, max: MOST };
export const NOTHING: Range = { min: 0, max: 0 };

/** A range of one number. */
export function exactly(number: number): Range {
  return { min: number, max: number };
}

/** The sum of ranges. */
export function sum(...ranges: readonly Range[]): Range {
  return ranges.reduce((a, b) => ({ min: limited(a.min + b.min), max: limited(a.max + b.max) }), NOTHING);
}

/** The product of two ranges. */
export function product(a: Range, b: Range): Range {
  return { min: limited(a.min * b.min), max: limited(a.max * b.max) };
}

/** A range times a factor, rounded up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: limited(Math.ceil(min * factor)), max: limited(Math.ceil(max * factor)) };
}

/** The smallest range that holds both. */
export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

function limited(number: number): number {
  return Math.min(number, MOST);
}
