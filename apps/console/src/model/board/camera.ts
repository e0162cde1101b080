import type { Rect } from './layout';

/** Visible part of the board: the point of the board at the upper left corner, and pixels per unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN_PX = 18;
/** Maximum zoom relative to the whole board: until a card fills the screen. */
const MAX_SCALE = 14;

/** The camera that shows a rectangle as large as it fits, in the middle. */
export function cameraFor({ x, y, w, h }: Rect, { width, height }: Size): Camera {
  const scale = Math.min(MAX_SCALE, (width - 2 * MARGIN_PX) / w, (height - 2 * MARGIN_PX) / h);
  return { scale, x: x - (width / scale - w) / 2, y: y - (height / scale - h) / 2 };
}

/** Returns the camera that shows a rectangle in the middle, no higher than `mostPx` on the screen, with what is around it. */
export function cameraNear(rect: Rect, size: Size, mostPx: number): Camera {
  const fitted = cameraFor(rect, size);
  const scale = Math.min(fitted.scale, mostPx / rect.h);
  return { scale, x: rect.x + rect.w / 2 - size.width / scale / 2, y: rect.y + rect.h / 2 - size.height / scale / 2 };
}

/** Zooms by a factor around a point of the screen, no further out than `smallest`. */
export function zoomAt(
  camera: Camera,
  at: { readonly x: number; readonly y: number },
  { factor, smallest }: { readonly factor: number; readonly smallest: number },
): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(smallest, camera.scale * factor));
  const point = onBoard(camera, at);
  return { scale, x: point.x - at.x / scale, y: point.y - at.y / scale };
}

/** The point of the board under a point of the screen. */
export function onBoard(
  { x, y, scale }: Camera,
  at: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  return { x: x + at.x / scale, y: y + at.y / scale };
}

/** Returns the position of a rectangle of the board on the screen. */
export function onScreen({ x, y, scale }: Camera, rect: Rect): Rect {
  return { x: (rect.x - x) * scale, y: (rect.y - y) * scale, w: rect.w * scale, h: rect.h * scale };
}

/** Returns the camera between two others, for a share from 0 to 1; zooms evenly. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const scale = from.scale * (to.scale / from.scale) ** share;
  const part = from.scale === to.scale ? share : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
  return { scale, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
