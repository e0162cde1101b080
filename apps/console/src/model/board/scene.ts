import { NodeHealth, ownTaints, type BoardNode } from './board-node';
import { PodHealth, type BoardPod } from './board-pod';
import { hasEnded, type Usage } from './board-state';
import type { Colouring } from './colouring';
import type { BoardFilter } from './filter';
import { PARTS, type Rect } from './layout';
import type { Palette } from './palette';
import { fillTank } from './tank';
import type { WaitingGroup } from './waiting-room';

/** Patterns of rectangles, so that they can be read without colour. */
export const Pattern = { Solid: 0, Hatched: 1, Hollow: 2, Dotted: 3, Crossed: 4, Lined: 5 } as const;
export type Pattern = (typeof Pattern)[keyof typeof Pattern];

/** Opacity of the inside of a rectangle; the mean of one with marks. */
export const FILLED: Readonly<Record<Pattern, number>> = {
  [Pattern.Solid]: 1,
  [Pattern.Hollow]: 0.25,
  [Pattern.Dotted]: 0.6,
  [Pattern.Hatched]: 0.6,
  [Pattern.Crossed]: 0.5,
  [Pattern.Lined]: 0.6,
};

/** Layers of the drawing, from bottom to top. */
export const Layer = { Zone: 0, Card: 1, Part: 2 } as const;
export type Layer = (typeof Layer)[keyof typeof Layer];

/** A rectangle to draw. */
export interface Quad {
  readonly id: string;
  readonly layer: Layer;
  readonly rect: Rect;
  readonly radius: number;
  /** `0xRRGGBB`. */
  readonly fill: number;
  readonly line: number;
  /** From 0 to 1. */
  readonly alpha: number;
  readonly pattern: Pattern;
}

/** Current appearance of the board. */
export interface Look {
  readonly palette: Palette;
  readonly colouring: Colouring;
  readonly filter: BoardFilter;
}

/** A node with what is on it. */
export interface NodeToDraw {
  readonly node: BoardNode;
  readonly rect: Rect;
  readonly pods: readonly BoardPod[];
  readonly requested: Usage;
  /** Undefined if it uses nothing. */
  readonly used?: Usage | undefined;
  /** Kinds of the faults in force on it. */
  readonly faults: readonly string[];
}

const FADED = 0.14;

/** The card of a node, its bars and its pods. */
export function nodeQuads({ node, rect, pods, requested, used, faults }: NodeToDraw, look: Look): readonly Quad[] {
  const { palette, filter } = look;
  const selected = pods.filter((pod) => filter.pod(pod));
  const isFaded = !filter.isEmpty && selected.length === 0 && !filter.node(node);
  const alpha = isFaded ? 0.45 : 1;
  const isBad = node.health !== NodeHealth.Ready;
  const hasTrouble = isBad || node.pressures.length > 0 || faults.length > 0;
  const line = hasTrouble
    ? palette.bad
    : node.isCordoned || ownTaints(node).length > 0
      ? palette.warn
      : palette.cardLine;
  const card: Quad = {
    id: `card/${node.name}`,
    layer: Layer.Card,
    rect,
    radius: 5,
    fill: isBad ? palette.badCard : palette.card,
    line,
    alpha,
    pattern: node.isCordoned ? Pattern.Hatched : Pattern.Solid,
  };
  return [
    card,
    ...BARS.flatMap(({ name, of }, index) => {
      const shares = { requested: requested[of] / node[of], used: used && used[of] / node[of] };
      return bar(`${name}/${node.name}`, barRect(rect, index), shares, { alpha, palette });
    }),
    ...podQuads(node, tankOf(rect), pods, look),
  ];
}

/** Returns the area of the pods on a card. */
function tankOf({ x, y, w, h }: Rect): Rect {
  const { pad, tankTop } = PARTS;
  return { x: x + pad, y: y + tankTop, w: w - 2 * pad, h: h - tankTop - pad };
}

/** Returns the place of a bar on a card, by its number from above. */
export function barRect({ x, y, w }: Rect, index: number): Rect {
  const { pad, name, bar: height, barGap } = PARTS;
  return { x: x + pad, y: y + pad + name + index * (height + barGap), w: w - 2 * pad, h: height };
}

/** The bars of a card, from above. */
export const BARS = [
  { name: 'cpu', label: 'CPU', of: 'cpuMillis' },
  { name: 'memory', label: 'Memory', of: 'memoryBytes' },
] as const;

/** Returns the requested share of a node's capacity, and in it, as a line, the used share. */
function bar(
  id: string,
  rect: Rect,
  shares: { readonly requested: number; readonly used: number | undefined },
  { alpha, palette }: { readonly alpha: number; readonly palette: Palette },
): readonly Quad[] {
  const part = within(shares.requested);
  const shared = { layer: Layer.Part, radius: 1.5, line: 0, alpha, pattern: Pattern.Solid } as const;
  // A full node is well used; only more than there is is wrong.
  const fill = shares.requested > OVERCOMMITTED ? palette.bad : palette.requested;
  const track = { ...shared, id: `${id}/track`, rect, fill: palette.track, line: palette.track };
  const requested = {
    ...shared,
    id: `${id}/part`,
    rect: { ...rect, w: Math.max(0.01, rect.w * part) },
    fill,
    line: fill,
  };
  const use = within(shares.used ?? 0);
  if (use === 0) return [track, requested];
  const line = { ...rect, y: rect.y + rect.h * USED_AT, h: rect.h * (1 - USED_AT), w: Math.max(0.5, rect.w * use) };
  return [track, requested, { ...shared, id: `${id}/used`, rect: line, fill: palette.used, line: palette.used }];
}

/** Height of the line of usage, which covers the lower part of a bar. */
const USED_AT = 0.7;
/** Share from which a node is promised more than it has; sums of shares are not exact. */
const OVERCOMMITTED = 1.0001;

function within(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

function podQuads(node: BoardNode, tank: Rect, pods: readonly BoardPod[], look: Look): readonly Quad[] {
  const share = (pod: BoardPod): number =>
    hasEnded(pod) ? 0 : Math.max(part(pod.cpuMillis, node.cpuMillis), part(pod.memoryBytes, node.memoryBytes));
  const rects = fillTank(
    pods.map((pod) => ({ id: pod.uid, share: share(pod) })),
    tank,
  );
  return pods.flatMap((pod) => {
    const rect = rects.get(pod.uid);
    return rect ? [podQuad(pod, rect, look)] : [];
  });
}

function part(amount: number, of: number): number {
  return of > 0 ? amount / of : 0;
}

/** The block of a pod. */
function podQuad(pod: BoardPod, rect: Rect, { colouring, filter, palette }: Look): Quad {
  const { colour } = colouring.classOf(pod);
  const isSelected = filter.isEmpty || filter.pod(pod);
  return {
    id: pod.uid,
    layer: Layer.Part,
    rect,
    radius: Math.min(rect.w, rect.h) * 0.18,
    fill: isSelected ? colour : palette.idle,
    line: isSelected ? colour : palette.idle,
    alpha: isSelected ? 1 : FADED,
    pattern: PATTERNS[pod.health],
  };
}

/** The form of each state of a pod: no two states that lie in the same place have the same. */
export const PATTERNS: Readonly<Record<PodHealth, Pattern>> = {
  [PodHealth.Ready]: Pattern.Solid,
  [PodHealth.Starting]: Pattern.Hollow,
  [PodHealth.Waiting]: Pattern.Hollow,
  [PodHealth.NotReady]: Pattern.Dotted,
  [PodHealth.Succeeded]: Pattern.Lined,
  [PodHealth.Failed]: Pattern.Crossed,
  [PodHealth.Terminating]: Pattern.Hatched,
};

/** The blocks of the waiting room. */
export function waitingQuads(groups: readonly WaitingGroup[], look: Look): readonly Quad[] {
  return groups.flatMap(({ pods, blocks }) =>
    pods.flatMap((pod) => {
      const rect = blocks.get(pod.uid);
      return rect ? [podQuad(pod, rect, look)] : [];
    }),
  );
}

/** The panel of a zone, or of the waiting room. */
export function panelQuad(id: string, rect: Rect, unit: number, palette: Palette, isBad: boolean): Quad {
  return {
    id,
    layer: Layer.Zone,
    rect: { x: rect.x, y: rect.y, w: rect.w, h: rect.h },
    radius: 10 * unit,
    fill: palette.zone,
    line: isBad ? palette.bad : palette.zoneLine,
    alpha: 1,
    pattern: Pattern.Solid,
  };
}
