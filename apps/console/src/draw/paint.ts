import type { Camera } from '../model/board/camera';
import { FILLED, Pattern } from '../model/board/scene';
import type { Instances, Seen } from './instances';
import { CROSS, TILED, tileOf, WEAK } from './patterns';
import type { PictureParts } from './picture-parts';

/** Size in pixels below which corners and lines are invisible. */
const DETAIL_PX = 7;
const INSIDE: Readonly<Record<number, number>> = FILLED;
/** A small outline is hardly seen. */
const SMALL_FILLED: Readonly<Record<number, number>> = { ...FILLED, [Pattern.Hollow]: 0.6 };
/** Minimum size, in pixels of the page, of a part with an extent, so that it is visible from afar. */
const LEAST_PX = 1.6;

/** Parameters of painting a picture. */
export interface Painting {
  readonly camera: Camera;
  /** Pixels of the picture for each of the page. */
  readonly ratio: number;
  /** The moment at which rectangles are seen on their way; `Infinity`: in their places. */
  readonly seconds: number;
  /** Parts to paint; everything if absent. */
  readonly parts?: PictureParts;
}

/** Paints the rectangles that the camera sees, layer by layer. */
export function paintAll(
  context: CanvasRenderingContext2D,
  layers: readonly Instances[],
  { camera, ratio, seconds, parts }: Painting,
): void {
  const { width, height } = context.canvas;
  const zoom = camera.scale * ratio;
  const inks = new Inks(context, ratio);
  context.lineWidth = ratio;
  for (const layer of layers) {
    layer.uploaded();
    layer.each(seconds, (seen) => {
      const [x, y] = [(seen.x - camera.x) * zoom, (seen.y - camera.y) * zoom];
      const [w, h] = [visible(seen.w, zoom, ratio), visible(seen.h, zoom, ratio)];
      if (x > width || y > height || x + w < 0 || y + h < 0 || parts?.meets(x, y, w, h) === false) return;
      const isSmall = Math.min(w, h) < DETAIL_PX;
      if (!isSmall) return paintRound(context, seen, { x, y, w, h, zoom, ratio }, inks);
      context.globalAlpha = seen.alpha * (SMALL_FILLED[seen.pattern] ?? 1);
      context.fillStyle = inks.plain(seen.fill);
      context.fillRect(x, y, w, h);
    });
  }
}

function visible(length: number, zoom: number, ratio: number): number {
  return length >= 1 ? Math.max(length * zoom, LEAST_PX * ratio) : length * zoom;
}

/** Place of a block in pixels of the picture. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly zoom: number;
  readonly ratio: number;
}

function paintRound(
  context: CanvasRenderingContext2D,
  { radius, alpha, fill, line, pattern }: Pick<Seen, 'radius' | 'alpha' | 'fill' | 'line' | 'pattern'>,
  block: Block,
  inks: Inks,
): void {
  const { x, y, w, h, zoom } = block;
  const isTiled = TILED.has(pattern);
  context.beginPath();
  context.roundRect(x, y, w, h, radius * zoom);
  context.globalAlpha = alpha * (isTiled ? 1 : pattern === Pattern.Crossed ? WEAK : (INSIDE[pattern] ?? 1));
  context.fillStyle = isTiled ? inks.tile(fill, pattern) : inks.plain(fill);
  context.fill();
  context.globalAlpha = alpha;
  context.strokeStyle = inks.plain(line);
  context.stroke();
  if (pattern === Pattern.Crossed) cross(context, block);
}

/** Draws the cross of a block, from corner to corner, in the colour of its line. */
function cross(context: CanvasRenderingContext2D, { x, y, w, h, ratio }: Block): void {
  const { lineWidth } = context;
  context.lineWidth = Math.max(CROSS.leastPx * ratio, Math.min(w, h) * CROSS.share);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + w, y + h);
  context.moveTo(x + w, y);
  context.lineTo(x, y + h);
  context.stroke();
  context.lineWidth = lineWidth;
}

/** Paints a block of a pattern that fills a canvas, as the board has it: for a legend. */
export function paintSwatch(context: CanvasRenderingContext2D, pattern: Pattern, colour: number, ratio: number): void {
  const { width, height } = context.canvas;
  const bytes = ((colour >> 16) & 0xff) | (colour & 0xff00) | ((colour & 0xff) << 16);
  context.clearRect(0, 0, width, height);
  context.lineWidth = ratio;
  paintRound(
    context,
    { radius: 2, alpha: 1, fill: bytes, line: bytes, pattern },
    { x: ratio / 2, y: ratio / 2, w: width - ratio, h: height - ratio, zoom: ratio, ratio },
    new Inks(context, ratio),
  );
}

/** Styles of colours, which are in the byte order of the graphics card. */
class Inks {
  private readonly texts = new Map<number, string>();
  private readonly tiles = new Map<string, CanvasPattern | string>();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly ratio: number,
  ) {}

  plain(bytes: number): string {
    let text = this.texts.get(bytes);
    if (text === undefined)
      this.texts.set(bytes, (text = `rgb(${bytes & 0xff} ${(bytes >> 8) & 0xff} ${(bytes >> 16) & 0xff})`));
    return text;
  }

  tile(bytes: number, pattern: number): CanvasPattern | string {
    const key = `${bytes} ${pattern}`;
    let tile = this.tiles.get(key);
    if (tile === undefined) this.tiles.set(key, (tile = tileOf(this.context, pattern, { bytes, ratio: this.ratio })));
    return tile;
  }
}
