import type { Rect } from './layout';

/** Share of a pod in its node: the larger of its shares of CPU and memory. */
export interface TankPart {
  readonly id: string;
  /** From 0 to 1. */
  readonly share: number;
}

const MIN_ROWS = 4;
const MAX_ROWS = 24;
const GAP_SHARE = 0.12;
const SHRINK = 0.94;
/** Narrowest blocks, by the height of a row: as wide as high where there is room, else half of that. */
const NARROWEST = { roomy: 1.1, full: 0.5 } as const;
/** Scale below which more rows are tried, before blocks shrink further. */
const SMALLEST_SCALE = 0.6;
/** Sums of widths are not exact. */
const TOLERANCE = 1e-6;

/**
 * Fills the tank of a node with its pods from below: the area of a block is its pod's share of the node, so that a full
 * node is a full tank. Pods that request next to nothing get a block that can be seen. A block takes the lowest free
 * place, so a new pod moves no other block as long as all fit.
 */
export function fillTank(parts: readonly TankPart[], tank: Rect): ReadonlyMap<string, Rect> {
  const roomy = pack(parts, tank, { rows: rowsFor(parts.length, tank), scale: 1, narrowest: NARROWEST.roomy });
  if (roomy) return roomy;
  for (let rows = rowsFor(parts.length, tank); ; rows = Math.min(MAX_ROWS, rows + 2)) {
    for (let scale = 1; scale > SMALLEST_SCALE || rows === MAX_ROWS; scale *= SHRINK) {
      const placed = pack(parts, tank, { rows, scale, narrowest: NARROWEST.full });
      if (placed) return placed;
    }
  }
}

/** Returns the number of rows at which the blocks of equal pods are about as wide as high. */
function rowsFor(count: number, { w, h }: Rect): number {
  return Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.ceil(Math.sqrt((count * h) / w))));
}

/** The blocks in this many rows; undefined if they need more. */
function pack(
  parts: readonly TankPart[],
  tank: Rect,
  { rows, scale, narrowest }: { readonly rows: number; readonly scale: number; readonly narrowest: number },
): ReadonlyMap<string, Rect> | undefined {
  const rowHeight = tank.h / rows;
  const gap = rowHeight * GAP_SHARE;
  const filled = Array.from({ length: rows }, () => 0);
  const placed = new Map<string, Rect>();
  for (const { id, share } of parts) {
    const area = share * tank.w * tank.h * scale;
    const height = Math.max(1, Math.min(rows, Math.round(Math.sqrt(area) / rowHeight)));
    const width = Math.max(rowHeight * narrowest * scale, area / (height * rowHeight));
    const place = lowestPlace(filled, { height, width, limit: tank.w + TOLERANCE });
    if (!place) return undefined;
    filled.fill(place.x + width, place.row, place.row + height);
    placed.set(id, {
      x: tank.x + place.x,
      y: tank.y + tank.h - (place.row + height) * rowHeight + gap / 2,
      w: Math.max(width - gap, width * 0.6),
      h: height * rowHeight - gap,
    });
  }
  return placed;
}

/** The lowest rows that have room for a block behind what is in them. */
function lowestPlace(
  filled: readonly number[],
  { height, width, limit }: { readonly height: number; readonly width: number; readonly limit: number },
): { readonly row: number; readonly x: number } | undefined {
  for (let row = 0; row + height <= filled.length; row++) {
    const x = Math.max(...filled.slice(row, row + height));
    if (x + width <= limit) return { row, x };
  }
  return undefined;
}
