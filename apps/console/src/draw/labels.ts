import { nodeTroubles, ownTaints, NodeHealth, type BoardNode } from '../model/board/board-node';
import { onScreen, type Camera, type Size } from '../model/board/camera';
import { PARTS, type BoardLayout, type Rect } from '../model/board/layout';
import { BARS, barRect } from '../model/board/scene';
import type { Palette } from '../model/board/palette';
import type { WaitingGroup } from '../model/board/waiting-room';
import { grouped } from '../model/words';

/** Content of the board's labels. */
export interface Writing {
  readonly layout: BoardLayout;
  readonly nodes: ReadonlyMap<string, BoardNode>;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly groups: readonly WaitingGroup[];
  readonly zoneTexts: ReadonlyMap<string, { readonly text: string; readonly isBad: boolean }>;
  readonly waiting: number;
  /** Number of pods, those that wait among them. */
  readonly pods: number;
  readonly palette: Palette;
  /** Returns the amounts that the pods of a node request of it. */
  readonly requestedOf: (nodeName: string) => { readonly cpuMillis: number; readonly memoryBytes: number };
  /** Blocks of pods that are marked. */
  readonly marks: readonly { readonly rect: Rect; readonly isStrong: boolean }[];
  /** Names to write into blocks that are large enough: of a node, or of the waiting room by the empty name. */
  readonly podNames: (nodeName: string) => Iterable<readonly [name: string, rect: Rect, fill: number]>;
}

const FAMILY = "Inter, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
/** Narrowest card in pixels that has its name on it. */
const NAMED_CARD_PX = 46;
const NAMED_POD_PX = 54;
/** Lowest bar in pixels that has its name in it. */
const NAMED_BAR_PX = 9;
const TITLE_PX = 13;
/** Minimum number of letters of a shortened text; a shorter one is not readable. */
const LEAST_LETTERS = 9;

/** Writes names and signs over the rectangles; only what is seen, and only what is large enough to be read. */
export function drawLabels(context: CanvasRenderingContext2D, camera: Camera, size: Size, writing: Writing): void {
  context.clearRect(0, 0, size.width, size.height);
  context.textBaseline = 'middle';
  drawTitles(context, camera, writing);
  const [block] = writing.groups[0]?.blocks.values() ?? [];
  if (block && block.w * camera.scale >= NAMED_POD_PX) drawPodNames(context, camera, writing.podNames(''));
  if (camera.scale * 100 >= NAMED_CARD_PX) drawNodes(context, camera, size, writing);
  for (const { rect, isStrong } of writing.marks) drawMark(context, onScreen(camera, rect), writing.palette, isStrong);
}

function drawTitles(context: CanvasRenderingContext2D, camera: Camera, writing: Writing): void {
  const { layout, palette, zoneTexts, groups, waiting, pods } = writing;
  for (const zone of layout.zones) {
    const { text = '', isBad = false } = zoneTexts.get(zone.name) ?? {};
    title(context, onScreen(camera, { ...zone, h: zone.header }), [zone.name || 'no zone', text], palette, isBad);
  }
  const room = { ...layout.waitingRoom, h: layout.waitingRoom.header };
  title(context, onScreen(camera, room), ['Waiting room', grouped(waiting)], palette, waiting > 0);
  if (waiting === 0) {
    const { x, y, w, h } = onScreen(camera, layout.waitingRoom);
    context.font = `400 12.5px ${FAMILY}`;
    context.fillStyle = css(palette.textQuiet);
    context.textAlign = 'center';
    if (w > 120)
      context.fillText(pods === 0 ? 'There are no pods yet.' : 'Every pod has a node.', x + w / 2, y + h / 2, w - 12);
    context.textAlign = 'left';
  }
  for (const { reason, pods: those, heading } of groups) {
    const { x, y, w, h } = onScreen(camera, heading);
    if (h < 9) continue;
    context.font = `500 ${Math.min(12, h * 0.62)}px ${FAMILY}`;
    context.fillStyle = css(palette.text);
    context.fillText(clipped(context, `${grouped(those.length)} · ${reason}`, w), x, y + h / 2);
  }
}

function title(
  context: CanvasRenderingContext2D,
  { x, y, w, h }: Rect,
  [name, text]: readonly [string, string],
  palette: Palette,
  isBad: boolean,
): void {
  if (w < 40 || h < 8) return;
  const px = Math.min(TITLE_PX, h * 0.55);
  context.font = `640 ${px}px ${FAMILY}`;
  context.fillStyle = css(palette.text);
  const shown = clipped(context, name, w - 24);
  context.fillText(shown, x + 12, y + h / 2 + 1);
  const left = x + 12 + context.measureText(shown).width + 10;
  context.font = `${isBad ? 600 : 400} ${px - 1}px ${FAMILY}`;
  context.fillStyle = css(isBad ? palette.bad : palette.textQuiet);
  context.fillText(shortened(context, text, x + w - left - 10), left, y + h / 2 + 1);
}

/**
 * Returns as much of `3 of 10 not ready · partial disruption` as is readable: the parts that fit, else the first one
 * shortened, else its number.
 */
function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  const parts = text.split(' · ');
  while (parts.length > 1 && context.measureText(parts.join(' · ')).width > width) parts.pop();
  const shown = parts.join(' · ');
  const cut = clipped(context, shown, width);
  if (cut === shown || cut.length > LEAST_LETTERS) return cut;
  const [number = ''] = /^\d*/.exec(text) ?? [];
  return context.measureText(number).width <= width ? number : '';
}

function drawNodes(context: CanvasRenderingContext2D, camera: Camera, size: Size, writing: Writing): void {
  const { layout, nodes, faults, palette } = writing;
  for (const [name, rect] of layout.nodes) {
    const seen = onScreen(camera, rect);
    if (seen.x > size.width || seen.y > size.height || seen.x + seen.w < 0 || seen.y + seen.h < 0) continue;
    const node = nodes.get(name);
    if (!node) continue;
    const px = Math.min(13, 8.5 * camera.scale);
    const y = seen.y + (PARTS.pad + PARTS.name / 2 - 0.5) * camera.scale;
    const sign = signsOf(node, faults.get(name) ?? []);
    context.font = `600 ${px}px ${FAMILY}`;
    const signWidth = sign === '' ? 0 : context.measureText(sign).width + 4;
    const isBad = node.health !== NodeHealth.Ready;
    context.fillStyle = css(isBad ? palette.bad : palette.text);
    const width = seen.w - 2 * PARTS.pad * camera.scale;
    context.fillText(clipped(context, name, width - signWidth), seen.x + PARTS.pad * camera.scale, y);
    if (sign !== '') {
      context.fillStyle = css(nodeTroubles(node, faults.get(name) ?? []).length > 0 ? palette.bad : palette.warn);
      context.textAlign = 'right';
      context.fillText(sign, seen.x + seen.w - PARTS.pad * camera.scale, y);
      context.textAlign = 'left';
    }
    if (PARTS.bar * camera.scale >= NAMED_BAR_PX) drawBarNames(context, camera, { node, rect, writing });
    if (camera.scale > 2) drawPodNames(context, camera, writing.podNames(name));
  }
}

/** Writes into the bars of a card what they are of, and the share that is requested. */
function drawBarNames(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { node, rect, writing }: { readonly node: BoardNode; readonly rect: Rect; readonly writing: Writing },
): void {
  const requested = writing.requestedOf(node.name);
  context.fillStyle = css(writing.palette.text);
  BARS.forEach(({ label, of }, index) => {
    const { x, y, w, h } = onScreen(camera, barRect(rect, index));
    const share = node[of] > 0 ? Math.round((100 * requested[of]) / node[of]) : 0;
    context.font = `500 ${Math.min(12, h * 0.82)}px ${FAMILY}`;
    context.fillText(clipped(context, `${label} ${share} %`, w - 8), x + 4, y + h / 2 + 0.5);
  });
}

/** Returns the problems of a node, as signs: not ready, fault, pressure, cordoned, tainted. */
function signsOf(node: BoardNode, faults: readonly string[]): string {
  return [
    node.health === NodeHealth.Ready ? '' : node.health === NodeHealth.Unknown ? '?' : '✕',
    faults.length > 0 ? '⚡' : '',
    node.pressures.length > 0 ? '▲' : '',
    node.isCordoned ? '⊘' : '',
    ownTaints(node).length > 0 ? '◆' : '',
  ].join('');
}

function drawPodNames(
  context: CanvasRenderingContext2D,
  camera: Camera,
  names: Iterable<readonly [name: string, rect: Rect, fill: number]>,
): void {
  for (const [name, rect, fill] of names) {
    const { x, y, w, h } = onScreen(camera, rect);
    if (w < NAMED_POD_PX || h < 12) continue;
    context.font = `500 ${Math.min(12, h * 0.5)}px ${FAMILY}`;
    context.fillStyle = isLight(fill) ? '#10141b' : '#ffffff';
    context.fillText(clipped(context, name, w - 10), x + 5, y + h / 2);
  }
}

function drawMark(context: CanvasRenderingContext2D, { x, y, w, h }: Rect, palette: Palette, isStrong: boolean): void {
  context.strokeStyle = css(isStrong ? palette.accent : palette.textQuiet);
  context.lineWidth = isStrong ? 3 : 1.5;
  context.beginPath();
  context.roundRect(x - 3, y - 3, w + 6, h + 6, 5);
  context.stroke();
}

/** Returns as much of a text as fits. */
function clipped(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (width < 8) return '';
  if (context.measureText(text).width <= width) return text;
  let end = Math.max(0, Math.floor((text.length * width) / context.measureText(text).width) - 1);
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return end === 0 ? '' : `${text.slice(0, end)}…`;
}

/** Returns whether dark letters are read better on a colour (relative luminance of WCAG 2, where contrast with both is equal). */
function isLight(colour: number): boolean {
  const part = (byte: number): number => ((byte & 0xff) / 255) ** 2.2;
  return 0.2126 * part(colour >> 16) + 0.7152 * part(colour >> 8) + 0.0722 * part(colour) > 0.18;
}

function css(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
