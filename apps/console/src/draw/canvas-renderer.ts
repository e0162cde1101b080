import type { Camera, Size } from '../model/board/camera';
import { Pattern } from '../model/board/scene';
import type { Instances, Seen } from './instances';
import type { Renderer } from './webgl-renderer';

/** Below this size in pixels corners and lines are not seen. */
const DETAIL_PX = 7;
/** More rectangles than this do not move to their places: they are there. */
const MOST_MOVING = 20_000;
/** The picture that is kept is larger than the screen by this share on each side, so that moving over it draws nothing. */
const MARGIN = 0.35;
/** How much coarser or finer a picture may be shown than it was drawn, while the camera moves. */
const MOST_STRETCHED = 1.9;
/** So many rectangles are painted while the camera moves; for more there is no time in a frame. */
const MOST_PAINTED_MOVING = 6_000;
const SOFTNESS: Readonly<Record<number, number>> = {
  [Pattern.Hollow]: 0.25,
  [Pattern.Dotted]: 0.6,
  [Pattern.Hatched]: 0.6,
};

/** A small outline is hardly seen. */
const SMALL_SOFTNESS: Readonly<Record<number, number>> = { ...SOFTNESS, [Pattern.Hollow]: 0.6 };
/** From afar, too, what has a size can be seen: so large in pixels of the page. */
const LEAST_PX = 1.6;

/** A picture of a part of the board. */
interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** Of the picture, whose margins are not seen. */
  readonly camera: Camera;
  /** Of the screen that it was made for. */
  readonly seen: Camera;
}

/** What the camera sees, on a screen of some pixels for each of the page. */
interface View {
  readonly camera: Camera;
  readonly size: Size;
  readonly ratio: number;
}

/**
 * Draws without a graphics card: the same rectangles, into a picture that is kept. Moving over the board shows the picture as it
 * is; a sharp one is drawn when the camera rests, or when the picture ends. Where many rectangles would have to be drawn then, the
 * picture of the most that was seen stands below it until the camera rests.
 */
export function canvasRenderer(canvas: HTMLCanvasElement): Renderer {
  const context = contextOf(canvas);
  let size: Size = { width: 1, height: 1 };
  let ratio = 1;
  let picture: Picture | undefined;
  /** The picture of the largest part of the board. */
  let overview: Picture | undefined;
  const paint = (layers: readonly Instances[], camera: Camera, seconds: number): Picture => {
    const kept = (picture === overview ? undefined : picture?.canvas) ?? document.createElement('canvas');
    const [mx, my] = [size.width * MARGIN, size.height * MARGIN];
    kept.width = Math.round((size.width + 2 * mx) * ratio);
    kept.height = Math.round((size.height + 2 * my) * ratio);
    const wide = { ...camera, x: camera.x - mx / camera.scale, y: camera.y - my / camera.scale };
    paintAll(contextOf(kept), layers, { camera: wide, ratio, seconds });
    const painted = { canvas: kept, camera: wide, seen: camera };
    if (overview === undefined || camera.scale <= overview.camera.scale) overview = painted;
    return painted;
  };
  /** Whether painting what is seen now would hold the movement up. */
  const isDear = (layers: readonly Instances[], camera: Camera): boolean => {
    const share = overview === undefined ? 1 : Math.min(1, (overview.camera.scale / camera.scale) ** 2);
    return countOf(layers) * share > MOST_PAINTED_MOVING;
  };
  return {
    resize(newSize, newRatio) {
      size = newSize;
      ratio = newRatio;
      canvas.width = Math.round(size.width * ratio);
      canvas.height = Math.round(size.height * ratio);
      picture = undefined;
      overview = undefined;
    },
    moves: (layers) => countOf(layers) <= MOST_MOVING,
    draw(layers, camera, { seconds, isMoving, isChanging }) {
      const view = { camera, size, ratio };
      const isCovering = picture !== undefined && isCovered(picture, view);
      const isSharp = picture?.seen === camera;
      const canStay = !isChanging && (isSharp || (isMoving && (isCovering || isDear(layers, camera))));
      if (!canStay || !picture) picture = paint(layers, camera, seconds);
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (!isCovering && canStay && overview && overview !== picture) show(context, overview, view);
      show(context, picture, view);
    },
    dispose: () => undefined,
  };
}

function countOf(layers: readonly Instances[]): number {
  return layers.reduce((sum, layer) => sum + layer.count, 0);
}

/** Shows a picture where it lies under the camera, as large as it is seen now. */
function show(context: CanvasRenderingContext2D, { canvas, camera: drawn }: Picture, { camera, ratio }: View): void {
  const stretch = camera.scale / drawn.scale;
  context.drawImage(
    canvas,
    (drawn.x - camera.x) * camera.scale * ratio,
    (drawn.y - camera.y) * camera.scale * ratio,
    canvas.width * stretch,
    canvas.height * stretch,
  );
}

function isCovered({ canvas, camera: drawn }: Picture, { camera, size, ratio }: View): boolean {
  const stretch = camera.scale / drawn.scale;
  if (stretch > MOST_STRETCHED || stretch < 1 / MOST_STRETCHED) return false;
  const [width, height] = [canvas.width / ratio / drawn.scale, canvas.height / ratio / drawn.scale];
  return (
    camera.x >= drawn.x &&
    camera.y >= drawn.y &&
    camera.x + size.width / camera.scale <= drawn.x + width &&
    camera.y + size.height / camera.scale <= drawn.y + height
  );
}

function paintAll(
  context: CanvasRenderingContext2D,
  layers: readonly Instances[],
  { camera, ratio, seconds }: { readonly camera: Camera; readonly ratio: number; readonly seconds: number },
): void {
  const { width, height } = context.canvas;
  const zoom = camera.scale * ratio;
  const at = countOf(layers) > MOST_MOVING ? Infinity : seconds;
  const styles = new Map<number, string>();
  let current = -1;
  for (const layer of layers) {
    layer.uploaded();
    layer.each(at, (seen) => {
      const [x, y] = [(seen.x - camera.x) * zoom, (seen.y - camera.y) * zoom];
      const [w, h] = [visible(seen.w, zoom, ratio), visible(seen.h, zoom, ratio)];
      if (x > width || y > height || x + w < 0 || y + h < 0) return;
      if (seen.fill !== current) context.fillStyle = css((current = seen.fill), styles);
      const isSmall = Math.min(w, h) < DETAIL_PX;
      context.globalAlpha = seen.alpha * ((isSmall ? SMALL_SOFTNESS : SOFTNESS)[seen.pattern] ?? 1);
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

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws on no canvas');
  return context;
}

/** A colour in the byte order of the graphics card, for CSS. */
function css(bytes: number, known: Map<number, string>): string {
  let text = known.get(bytes);
  if (text === undefined)
    known.set(bytes, (text = `rgb(${bytes & 0xff} ${(bytes >> 8) & 0xff} ${(bytes >> 16) & 0xff})`));
  return text;
}
