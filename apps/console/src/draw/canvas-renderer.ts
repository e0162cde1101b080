import type { Camera, Size } from '../model/board/camera';
import type { Rect } from '../model/board/layout';
import type { Instances } from './instances';
import { paintAll } from './paint';
import { PictureParts } from './picture-parts';
import type { Renderer } from './webgl-renderer';

/** Maximum number of rectangles that move to their places; with more, they appear there at once. */
const MOST_MOVING = 20_000;
/** Maximum number of changed parts that are painted separately; with more, the whole picture is painted. */
const MOST_MENDED = 1_000;
/** The picture that is kept is larger than the screen by this share on each side, so that moving over it draws nothing. */
const MARGIN = 0.35;
/** Maximum factor between the scale at which a picture was drawn and that at which it is shown while the camera moves. */
const MOST_STRETCHED = 1.9;
/** Maximum number of rectangles painted while the camera moves; more would exceed the time of a frame. */
const MOST_PAINTED_MOVING = 6_000;
/** Distance by which a line extends beyond the rectangle that it surrounds. */
const LINE_PX = 2;

/** A picture of a part of the board. */
interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** Camera of the picture, including its invisible margins. */
  readonly camera: Camera;
  /** Camera of the screen that it was made for. */
  readonly seen: Camera;
}

/** View of the camera, on a screen with several pixels for each of the page. */
interface View {
  readonly camera: Camera;
  readonly size: Size;
  readonly ratio: number;
}

/**
 * Draws without a graphics card: the same rectangles, into a picture that is kept. Moving over the board shows the
 * picture as it is; a sharp one is drawn when the camera rests, or when the picture ends. If that needs many
 * rectangles, the widest picture drawn so far is shown below it until the camera rests.
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
    const at = countOf(layers) > MOST_MOVING ? Infinity : seconds;
    paintAll(contextOf(kept), layers, { camera: wide, ratio, seconds: at });
    const painted = { canvas: kept, camera: wide, seen: camera };
    if (overview === undefined || camera.scale <= overview.camera.scale) overview = painted;
    return painted;
  };
  /** Paints what changed into the pictures that are kept; false where that is not enough, or no less than to paint all. */
  const mend = (layers: readonly Instances[], areas: readonly Rect[] | undefined): boolean => {
    if (!picture || !areas || areas.length > MOST_MENDED || countOf(layers) <= MOST_MOVING) return false;
    const kept = overview === undefined || overview === picture ? [picture] : [picture, overview];
    for (const each of kept) repaint(each, layers, areas, ratio);
    return true;
  };
  /** Returns whether painting what is seen now would hold the movement up. */
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
    draw(layers, camera, { seconds, isMoving, changed, isChanging: isAnyChanging }) {
      const view = { camera, size, ratio };
      const isMended = isAnyChanging && mend(layers, changed);
      const isChanging = isAnyChanging && !isMended;
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

/** Paints parts of a picture again, with everything in its place. */
function repaint(
  { canvas, camera }: Picture,
  layers: readonly Instances[],
  areas: readonly Rect[],
  ratio: number,
): void {
  const context = contextOf(canvas);
  const zoom = camera.scale * ratio;
  const parts = new PictureParts(canvas.width, canvas.height);
  context.save();
  context.beginPath();
  for (const area of areas) {
    // Whole pixels, and those into which a line or a rounding reaches.
    const x = Math.floor((area.x - camera.x) * zoom) - LINE_PX;
    const y = Math.floor((area.y - camera.y) * zoom) - LINE_PX;
    const [w, h] = [Math.ceil(area.w * zoom) + 2 * LINE_PX + 1, Math.ceil(area.h * zoom) + 2 * LINE_PX + 1];
    parts.add(x, y, w, h);
    context.rect(x, y, w, h);
  }
  context.clip();
  context.clearRect(0, 0, canvas.width, canvas.height);
  paintAll(context, layers, { camera, ratio, seconds: Infinity, parts });
  context.restore();
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw on a canvas');
  return context;
}
