import { Pattern } from '../model/board/scene';

/** Opacity of a pattern between its marks. */
export const WEAK = 0.3;
/** Period of the marks that repeat, in pixels of the page. */
const PERIOD_PX = 6;
/** Radius of a dot, and width of a line or stripe, as shares of the period. */
const DOT = 0.32;
const STRIPE = 0.42;
/** Width of a cross as a share of the side of its block, and at least in pixels of the page. */
export const CROSS = { share: 0.13, leastPx: 1.4 } as const;

/** Patterns whose marks repeat, so that a tile has all of them. */
export const TILED: ReadonlySet<number> = new Set([Pattern.Hatched, Pattern.Dotted, Pattern.Lined]);

/** Returns whether a place of a tile is on a mark; `u` to the right and `v` down, from 0 to 1. */
function isMark(pattern: number, u: number, v: number): boolean {
  if (pattern === Pattern.Dotted) return Math.hypot(u - 0.5, v - 0.5) < DOT;
  if (pattern === Pattern.Lined) return v < STRIPE;
  return (u + v) % 1 < STRIPE;
}

/** Makes the tile of a pattern in a colour, for screens with so many pixels for each of the page. */
export function tileOf(
  context: CanvasRenderingContext2D,
  pattern: number,
  { bytes, ratio }: { readonly bytes: number; readonly ratio: number },
): CanvasPattern | string {
  const side = Math.max(4, Math.round(PERIOD_PX * ratio));
  const image = new ImageData(side, side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isStrong = isMark(pattern, (x + 0.5) / side, (y + 0.5) / side);
      image.data.set(
        [bytes & 0xff, (bytes >> 8) & 0xff, (bytes >> 16) & 0xff, isStrong ? 255 : 255 * WEAK],
        (y * side + x) * 4,
      );
    }
  }
  const tile = document.createElement('canvas');
  tile.width = tile.height = side;
  tile.getContext('2d')?.putImageData(image, 0, 0);
  return context.createPattern(tile, 'repeat') ?? 'transparent';
}

/** The same marks for the graphics card: sets `strong`, the opacity at a place, from `looks.y`, the pattern. */
export const PATTERN_SHADER = `
  if (looks.y > ${Pattern.Lined}.0 - 0.5) {
    strong = mix(${WEAK}, 1.0, step(fract(-gl_FragCoord.y / (${PERIOD_PX}.0 * ratio)), ${STRIPE}));
  } else if (looks.y > ${Pattern.Crossed}.0 - 0.5) {
    float fromCross = abs(abs(place.x) * halfSize.y - abs(place.y) * halfSize.x) / length(halfSize);
    float width = max(${CROSS.leastPx} * ratio, min(halfSize.x, halfSize.y) * 2.0 * ${CROSS.share});
    strong = mix(${WEAK}, 1.0, clamp(width * 0.5 - fromCross + 0.5, 0.0, 1.0));
  } else if (looks.y > ${Pattern.Dotted}.0 - 0.5) {
    vec2 cell = fract(gl_FragCoord.xy / (${PERIOD_PX}.0 * ratio)) - 0.5;
    strong = mix(${WEAK}, 1.0, step(length(cell), ${DOT}));
  } else if (looks.y > ${Pattern.Hollow}.0 - 0.5) {
    // A small outline is hardly seen.
    strong = min(halfSize.x, halfSize.y) < 3.0 * ratio ? 0.6 : 0.22;
  } else if (looks.y > ${Pattern.Hatched}.0 - 0.5) {
    strong = mix(${WEAK}, 1.0, step(fract((gl_FragCoord.x - gl_FragCoord.y) / (${PERIOD_PX}.0 * ratio)), ${STRIPE}));
  }`;
