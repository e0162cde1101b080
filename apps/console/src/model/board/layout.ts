/** A rectangle of the board, in units of the board: a node is {@link CARD} wide at every zoom. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The card of a node. */
const CARD = { w: 100, h: 76, gap: 8 } as const;
/** Sizes inside a card: name, bars of CPU and memory, then the tank that pods fill. */
export const PARTS = { pad: 4, name: 12, bar: 4.5, barGap: 1.5, tankTop: 28 } as const;

/** Names of nodes by zone; both in the order in which they are shown. */
export interface ZoneNodes {
  readonly name: string;
  readonly nodes: readonly string[];
}

/** Positions of zones and nodes. */
export interface BoardLayout {
  readonly zones: readonly (Rect & { readonly name: string; readonly header: number; readonly count: number })[];
  readonly nodes: ReadonlyMap<string, Rect>;
  /** Names in reading order, for the keyboard. */
  readonly order: readonly string[];
  readonly waitingRoom: Rect & { readonly header: number };
  readonly bounds: Rect;
  /** Size of the space between the cards (titles, margins), which grows with the board. */
  readonly unit: number;
}

const WAITING_SHARE = 0.15;
/** Width of the whole at which a unit of titles is one unit of the board. */
const USUAL_WIDTH = 1350;
const HEADER = 30;
const PADDING = 12;
const GUTTER = 14;
const MIN_WAITING_WIDTH = 170;

/** Lays zones side by side so that the cards are as large as possible on a screen of this aspect (width by height). */
export function layoutBoard(zones: readonly ZoneNodes[], aspect: number): BoardLayout {
  const boardAspect = aspect * (1 - WAITING_SHARE);
  let best: BoardLayout | undefined;
  for (let perRow = 1; perRow <= Math.max(1, zones.length); perRow++) {
    const layout = arrange(zones, { perRow, boardAspect });
    if (best === undefined || fit(layout, aspect) > fit(best, aspect) * 1.001) best = layout;
  }
  return best ?? arrange([], { perRow: 1, boardAspect });
}

/** Returns the size of a unit of the board on a screen of height 1. */
function fit({ bounds }: BoardLayout, aspect: number): number {
  return Math.min(aspect / bounds.w, 1 / bounds.h);
}

function arrange(
  zones: readonly ZoneNodes[],
  { perRow, boardAspect }: { readonly perRow: number; readonly boardAspect: number },
): BoardLayout {
  const rows = Math.max(1, Math.ceil(zones.length / perRow));
  const largest = Math.max(1, ...zones.map(({ nodes }) => nodes.length));
  const cell = { w: CARD.w + CARD.gap, h: CARD.h + CARD.gap };
  const zoneAspect = (boardAspect * rows) / perRow;
  const columns = Math.max(1, Math.min(largest, Math.round(Math.sqrt((largest * zoneAspect * cell.h) / cell.w))));
  const cardsWidth = columns * cell.w - CARD.gap;
  const unit = Math.max(1, (cardsWidth * perRow) / USUAL_WIDTH);
  const zoneWidth = cardsWidth + 2 * PADDING * unit;
  const waitingWidth = Math.max(MIN_WAITING_WIDTH * unit, (perRow * zoneWidth * WAITING_SHARE) / (1 - WAITING_SHARE));
  const left = waitingWidth + GUTTER * unit;
  const placed: (Rect & { name: string; header: number; count: number })[] = [];
  const nodes = new Map<string, Rect>();
  let y = 0;
  for (let row = 0; row < rows; row++) {
    const inRow = zones.slice(row * perRow, (row + 1) * perRow);
    const lines = Math.max(1, ...inRow.map((zone) => Math.ceil(zone.nodes.length / columns)));
    const h = HEADER * unit + lines * cell.h - CARD.gap + PADDING * unit;
    inRow.forEach((zone, index) => {
      const x = left + index * (zoneWidth + GUTTER * unit);
      placed.push({ name: zone.name, x, y, w: zoneWidth, h, header: HEADER * unit, count: zone.nodes.length });
      zone.nodes.forEach((name, at) =>
        nodes.set(name, {
          x: x + PADDING * unit + (at % columns) * cell.w,
          y: y + HEADER * unit + Math.floor(at / columns) * cell.h,
          w: CARD.w,
          h: CARD.h,
        }),
      );
    });
    y += h + GUTTER * unit;
  }
  const height = Math.max(y - GUTTER * unit, MIN_WAITING_WIDTH * unit);
  const width = left + perRow * (zoneWidth + GUTTER * unit) - GUTTER * unit;
  return {
    zones: placed,
    nodes,
    order: zones.flatMap((zone) => zone.nodes),
    waitingRoom: { x: 0, y: 0, w: waitingWidth, h: height, header: HEADER * unit },
    bounds: { x: 0, y: 0, w: width, h: height },
    unit,
  };
}

/** Nodes by zone, both by name, with numbers in names counted: node-2 before node-10. */
export function zonesOf(nodes: Iterable<{ readonly name: string; readonly zone: string }>): readonly ZoneNodes[] {
  const byZone = new Map<string, string[]>();
  for (const { name, zone } of nodes) {
    const there = byZone.get(zone);
    if (there) there.push(name);
    else byZone.set(zone, [name]);
  }
  return [...byZone]
    .map(([name, names]) => ({ name, nodes: names.sort(naturally.compare) }))
    .sort((a, b) => naturally.compare(a.name, b.name));
}

const naturally = new Intl.Collator('en', { numeric: true });

/** Returns whether a point lies in a rectangle. */
export function contains({ x, y, w, h }: Rect, at: { readonly x: number; readonly y: number }): boolean {
  return at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;
}
