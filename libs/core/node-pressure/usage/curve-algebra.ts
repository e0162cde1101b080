import { standardNormal, type Random } from '@orrery/time';
import type { Curve, Piece } from './curve';

/** Number of straight segments that approximate one period of a sine. */
const STRETCHES_A_PERIOD = 64;
/** Steepness below which a stretch counts as level; what rounding leaves behind. */
const LEVEL = 1e-12;

/** Curve with one value at all times. */
export class ConstantCurve implements Curve {
  constructor(private readonly value: number) {}

  pieceAt(): Piece {
    return { value: this.value, slopePerMs: 0, untilMs: Number.POSITIVE_INFINITY };
  }
}

/** Climbs (or falls) steadily from its origin on, until it reaches `cap`. */
export class RampCurve implements Curve {
  private readonly capAtMs: number;

  constructor(private readonly how: { originMs: number; from: number; perMs: number; cap: number | undefined }) {
    const { originMs, from, perMs, cap } = how;
    const reachesMs = cap === undefined || perMs === 0 ? Number.POSITIVE_INFINITY : (cap - from) / perMs;
    this.capAtMs = reachesMs < 0 ? Number.POSITIVE_INFINITY : originMs + reachesMs;
  }

  pieceAt(atMs: number): Piece {
    const { originMs, from, perMs, cap } = this.how;
    if (atMs < originMs) return { value: from, slopePerMs: 0, untilMs: originMs };
    if (atMs >= this.capAtMs) return { value: cap!, slopePerMs: 0, untilMs: Number.POSITIVE_INFINITY };
    return { value: from + perMs * (atMs - originMs), slopePerMs: perMs, untilMs: this.capAtMs };
  }
}

/** A wave around a mean, drawn with straight stretches so that crossings stay computable. */
export class SineCurve implements Curve {
  constructor(
    private readonly how: { originMs: number; mean: number; amplitude: number; periodMs: number; phaseMs: number },
  ) {}

  pieceAt(atMs: number): Piece {
    const { originMs, periodMs, phaseMs } = this.how;
    const stretchMs = periodMs / STRETCHES_A_PERIOD;
    const offsetMs = atMs - originMs + phaseMs;
    let index = Math.floor(offsetMs / stretchMs);
    // The end of a stretch may be rounded to just before it.
    if (originMs - phaseMs + (index + 1) * stretchMs <= atMs) index++;
    const [first, last] = [this.corner(index), this.corner(index + 1)];
    const slopePerMs = (last - first) / stretchMs;
    const value = first + slopePerMs * (offsetMs - index * stretchMs);
    return { value, slopePerMs, untilMs: originMs - phaseMs + (index + 1) * stretchMs };
  }

  private corner(index: number): number {
    const { mean, amplitude } = this.how;
    return mean + amplitude * Math.sin((2 * Math.PI * index) / STRETCHES_A_PERIOD);
  }
}

/** Normally distributed around a mean, drawn in every interval. */
export class GaussianCurve implements Curve {
  constructor(
    private readonly how: {
      originMs: number;
      mean: number;
      sigma: number;
      intervalMs: number;
      random: (interval: number) => Random;
    },
  ) {}

  pieceAt(atMs: number): Piece {
    const { originMs, mean, sigma, intervalMs, random } = this.how;
    const interval = Math.floor((atMs - originMs) / intervalMs);
    const value = mean + sigma * standardNormal(random(interval));
    return { value, slopePerMs: 0, untilMs: originMs + (interval + 1) * intervalMs };
  }
}

/** The sum of curves. */
export class SumCurve implements Curve {
  constructor(private readonly parts: readonly Curve[]) {}

  pieceAt(atMs: number): Piece {
    let [value, slopePerMs, untilMs] = [0, 0, Number.POSITIVE_INFINITY];
    for (const part of this.parts) {
      const piece = part.pieceAt(atMs);
      value += piece.value;
      slopePerMs += piece.slopePerMs;
      untilMs = Math.min(untilMs, piece.untilMs);
    }
    return { value, slopePerMs, untilMs };
  }
}

/** A curve times a number. */
export class ScaledCurve implements Curve {
  constructor(
    private readonly of: Curve,
    private readonly factor: number,
  ) {}

  pieceAt(atMs: number): Piece {
    const { value, slopePerMs, untilMs } = this.of.pieceAt(atMs);
    return { value: value * this.factor, slopePerMs: slopePerMs * this.factor, untilMs };
  }
}

/** The lowest of curves. */
export class LeastCurve implements Curve {
  constructor(private readonly parts: readonly Curve[]) {}

  pieceAt(atMs: number): Piece {
    const pieces = this.parts.map((part) => part.pieceAt(atMs));
    const least = pieces.reduce((a, b) =>
      b.value < a.value || (b.value === a.value && b.slopePerMs < a.slopePerMs) ? b : a,
    );
    let untilMs = Math.min(...pieces.map((piece) => piece.untilMs));
    for (const { value, slopePerMs } of pieces) {
      const closing = least.slopePerMs - slopePerMs;
      if (closing > 0) untilMs = Math.min(untilMs, meetsAt({ atMs, value: least.value, slopePerMs: closing }, value));
    }
    return { ...least, untilMs };
  }
}

/** Curve that is zero until an instant, and another curve from then on. */
export class StartedCurve implements Curve {
  constructor(
    private readonly of: Curve,
    private readonly startMs: number,
  ) {}

  pieceAt(atMs: number): Piece {
    return atMs < this.startMs ? { value: 0, slopePerMs: 0, untilMs: this.startMs } : this.of.pieceAt(atMs);
  }
}

/** A curve kept between two bounds. */
export class ClippedCurve implements Curve {
  constructor(
    private readonly of: Curve,
    private readonly bounds: { readonly min: number; readonly max: number },
  ) {}

  pieceAt(atMs: number): Piece {
    const { min, max } = this.bounds;
    const { value, slopePerMs, untilMs } = this.of.pieceAt(atMs);
    const isLow = value < min || (value === min && slopePerMs <= 0);
    const isHigh = value > max || (value === max && slopePerMs >= 0);
    if (!isLow && !isHigh) {
      const bound = slopePerMs > 0 ? max : min;
      return { value, slopePerMs, untilMs: Math.min(untilMs, meetsAt({ atMs, value, slopePerMs }, bound)) };
    }
    const bound = isLow ? min : max;
    const returns = isLow ? slopePerMs > 0 : slopePerMs < 0;
    const backMs = returns ? meetsAt({ atMs, value, slopePerMs }, bound) : Number.POSITIVE_INFINITY;
    return { value: bound, slopePerMs: 0, untilMs: Math.min(untilMs, backMs) };
  }
}

/** Returns the time at which a straight line meets a bound; always after `atMs`. */
function meetsAt(line: { atMs: number; value: number; slopePerMs: number }, bound: number): number {
  if (Math.abs(line.slopePerMs) < LEVEL || !Number.isFinite(bound)) return Number.POSITIVE_INFINITY;
  // Not below a thousandth of a millisecond: crossings need no higher precision.
  return line.atMs + Math.max(1e-3, (bound - line.value) / line.slopePerMs);
}
