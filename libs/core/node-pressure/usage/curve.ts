import type { Random } from '@orrery/time';

/** A straight stretch of a curve. */
export interface Piece {
  readonly value: number;
  readonly slopePerMs: number;
  /** Start of the next segment; Infinity for the last. */
  readonly untilMs: number;
}

/** An amount over time, straight by stretches, so that crossings can be computed instead of searched. */
export interface Curve {
  /** The stretch that holds at an instant of cluster time. */
  pieceAt(atMs: number): Piece;
}

/** A corner of a curve: from here on the value holds, reached at once or in a straight line from the corner before. */
export interface CurvePoint {
  /** Time since the curve's origin. */
  readonly atMs: number;
  readonly value: number;
  readonly isReachedLinearly: boolean;
}

/** Deviations by chance: every interval has a factor of its own. */
export interface CurveNoise {
  /** 0.1 for at most 10 % up or down. */
  readonly share: number;
  readonly intervalMs: number;
  readonly random: (interval: number) => Random;
}

/** A curve through corners, from its origin on; nothing before. */
export class PointCurve implements Curve {
  constructor(
    private readonly points: readonly CurvePoint[],
    private readonly originMs: number,
    private readonly noise?: CurveNoise,
  ) {}

  pieceAt(atMs: number): Piece {
    const offsetMs = atMs - this.originMs;
    const smooth = this.smoothPiece(offsetMs);
    const piece = { ...smooth, untilMs: smooth.untilMs + this.originMs };
    if (!this.noise || offsetMs < 0) return piece;
    const { share, intervalMs, random } = this.noise;
    const interval = Math.floor(offsetMs / intervalMs);
    const factor = 1 + share * (random(interval).below(2001) / 1000 - 1);
    return {
      value: piece.value * factor,
      slopePerMs: piece.slopePerMs * factor,
      untilMs: Math.min(piece.untilMs, this.originMs + (interval + 1) * intervalMs),
    };
  }

  private smoothPiece(offsetMs: number): Piece {
    let index = -1;
    while (index + 1 < this.points.length && this.points[index + 1]!.atMs <= offsetMs) index++;
    const next = this.points[index + 1];
    const untilMs = next?.atMs ?? Number.POSITIVE_INFINITY;
    if (index < 0) return { value: 0, slopePerMs: 0, untilMs };
    const { atMs, value } = this.points[index]!;
    if (!next?.isReachedLinearly) return { value, slopePerMs: 0, untilMs };
    const slopePerMs = (next.value - value) / (next.atMs - atMs);
    return { value: value + slopePerMs * (offsetMs - atMs), slopePerMs, untilMs };
  }
}

/** The amount at an instant, in whole units, never negative. */
export function valueAt(curve: Curve | undefined, atMs: number): number {
  return curve ? Math.max(0, Math.round(curve.pieceAt(atMs).value)) : 0;
}

/** The exact area under a curve, in units times milliseconds. */
export function integrate(curve: Curve | undefined, fromMs: number, toMs: number): number {
  let total = 0;
  for (let at = fromMs; curve && at < toMs;) {
    const { value, slopePerMs, untilMs } = curve.pieceAt(at);
    const lengthMs = Math.min(untilMs, toMs) - at;
    total += value * lengthMs + (slopePerMs * lengthMs * lengthMs) / 2;
    at += lengthMs;
  }
  return total;
}

/** Time at which a bound is passed, or until which it certainly is not; neither if it never is. */
export interface Crossing {
  readonly aboveAtMs?: number;
  /** Time before which the bound is not passed; check again then. */
  readonly lookAgainAtMs?: number;
}

/** Finds the first millisecond from `fromMs` at which curves together are above a bound. */
export function firstAbove(
  curves: readonly Curve[],
  bound: number,
  span: { readonly fromMs: number; readonly horizonMs: number },
): Crossing {
  let at = span.fromMs;
  while (at <= span.horizonMs) {
    let value = 0;
    let slopePerMs = 0;
    let untilMs = Number.POSITIVE_INFINITY;
    for (const curve of curves) {
      const piece = curve.pieceAt(at);
      value += piece.value;
      slopePerMs += piece.slopePerMs;
      if (piece.untilMs < untilMs) untilMs = piece.untilMs;
    }
    if (value > bound) return { aboveAtMs: at };
    if (slopePerMs > 0) {
      const crossesAtMs = Math.floor(at + (bound - value) / slopePerMs) + 1;
      if (crossesAtMs < untilMs) return { aboveAtMs: crossesAtMs };
    }
    if (untilMs === Number.POSITIVE_INFINITY) return {};
    // Corners between two milliseconds take effect at the next one.
    at = Math.max(at + 1, Math.ceil(untilMs));
  }
  return { lookAgainAtMs: at };
}

/** Returns whether curves stay as they are from an instant on. */
export function areSettled(curves: readonly Curve[], atMs: number): boolean {
  return curves.every((curve) => {
    const { slopePerMs, untilMs } = curve.pieceAt(atMs);
    return slopePerMs === 0 && untilMs === Number.POSITIVE_INFINITY;
  });
}
