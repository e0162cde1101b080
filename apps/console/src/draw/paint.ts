import type { Camera } from '../model/board/camera';
import { FILLED, Pattern } from '../model/board/scene';
import type { Instances, Seen } from './instances';
import type { PictureParts } from './picture-parts';

/** Size in pixels below which corners and lines are invisible. */
const DETAIL_PX = 7;
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
  const styles = new Map<number, string>();
  let current = -1;
  for (const layer of layers) {
    layer.uploaded();
    layer.each(seconds, (seen) => {
      const [x, y] = [(seen.x - camera.x) * zoom, (seen.y - camera.y) * zoom];
      const [w, h] = [visible(seen.w, zoom, ratio), visible(seen.h, zoom, ratio)];
      if (x > width || y > height || x + w < 0 || y + h < 0 || parts?.meets(x, y, w, h) === false) return;
      if (seen.fill !== current) context.fillStyle = css((current = seen.fill), styles);
      const isSmall = Math.min(w, h) < DETAIL_PX;
      context.globalAlpha =
        seen.alpha * ((isSmall ? SMALL_FILLED : (FILLED as Readonly<Record<number, number>>))[seen.pattern] ?? 1);
      if (isSmall) context.fillRect(x, y, w, h);
      else paintRound(context, seen, { x, y, w, h, zoom }, styles);
    });
  }
}

function visible(length: number, zoom: number, ratio: number): number {
  return length >= 1 ? Math.max(length * zoom, LEAST_PX * ratio) : length * zoom;
}

function paintRound(
  context: CanvasRenderingContext2D,
  { radius, alpha, line, pattern }: Seen,
  {
    x,
    y,
    w,
    h,
    zoom,
  }: { readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly zoom: number },
  styles: Map<number, string>,
): void {
  context.beginPath();
  context.roundRect(x, y, w, h, radius * zoom);
  context.fill();
  context.globalAlpha = alpha;
  context.strokeStyle = css(line, styles);
  if (pattern === Pattern.Hatched || pattern === Pattern.Dotted) context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
}

/** A colour in the byte order of the graphics card, for CSS. */
function css(bytes: number, known: Map<number, string>): string {
  let text = known.get(bytes);
  if (text === undefined)
    known.set(bytes, (text = `rgb(${bytes & 0xff} ${(bytes >> 8) & 0xff} ${(bytes >> 16) & 0xff})`));
  return text;
}
