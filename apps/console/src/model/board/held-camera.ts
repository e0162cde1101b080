import { onBoard, type Camera, type Size } from './camera';
import type { BoardLayout, Rect } from './layout';

/**
 * Returns the camera that keeps the middle of the screen when the board is laid out again, for example when its place
 * on the page changes: nodes then move to other rows.
 */
export function heldCamera(
  camera: Camera,
  { width, height }: Size,
  layouts: { readonly before: BoardLayout; readonly after: BoardLayout },
): Camera {
  const middle = onBoard(camera, { x: width / 2, y: height / 2 });
  const name = nearest(layouts.before.nodes, middle);
  const [from, to] = [layouts.before.nodes.get(name), layouts.after.nodes.get(name)];
  return from && to ? { ...camera, x: camera.x + to.x - from.x, y: camera.y + to.y - from.y } : camera;
}

/** The name of the node that is nearest to a point; empty if there are none. */
function nearest(nodes: ReadonlyMap<string, Rect>, at: { readonly x: number; readonly y: number }): string {
  let [found, least] = ['', Infinity];
  for (const [name, { x, y, w, h }] of nodes) {
    const distance = (x + w / 2 - at.x) ** 2 + (y + h / 2 - at.y) ** 2;
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
}
