import type { BoardPod } from './board-pod';
import type { Rect } from './layout';

/** Pods that wait for the same reason. */
export interface WaitingGroup {
  readonly reason: string;
  readonly pods: readonly BoardPod[];
  /** Position of its heading. */
  readonly heading: Rect;
  readonly blocks: ReadonlyMap<string, Rect>;
}

const HEADING = 20;
const MARGIN = 12;
const LARGEST_BLOCK = 19;
const SMALLEST_BLOCK = 0.2;
const SHRINK = 0.85;
/** Width of a block with a name in it: where there is room for all of them. */
const NAMED_BLOCK = 70;
/** Share of its place that a block fills. */
const FILLED = 0.82;

/**
 * Pods that wait for a node, in groups by their reason, the largest first; all of them fit into the room. Blocks are wide
 * enough for their names where all find room like that, else squares.
 */
export function layoutWaitingRoom(
  pods: Iterable<BoardPod>,
  room: Rect & { readonly header: number },
  unit: number,
): readonly WaitingGroup[] {
  const byReason = new Map<string, BoardPod[]>();
  for (const pod of pods) {
    const reason = pod.waitsFor ?? 'not tried yet';
    const there = byReason.get(reason);
    if (there) there.push(pod);
    else byReason.set(reason, [pod]);
  }
  const groups = [...byReason].sort(([a, as], [b, bs]) => bs.length - as.length || a.localeCompare(b));
  const named = place(groups, { room, unit, block: LARGEST_BLOCK * unit, width: NAMED_BLOCK * unit });
  if (named) return named;
  for (let block = LARGEST_BLOCK * unit; ; block *= SHRINK) {
    const placed = place(groups, { room, unit, block, width: block });
    if (placed || block < SMALLEST_BLOCK) return placed ?? [];
  }
}

function place(
  groups: readonly (readonly [reason: string, pods: readonly BoardPod[]])[],
  {
    room,
    unit,
    block,
    width,
  }: {
    readonly room: Rect & { readonly header: number };
    readonly unit: number;
    /** Height of the place of a block, and its width. */
    readonly block: number;
    readonly width: number;
  },
): readonly WaitingGroup[] | undefined {
  const margin = MARGIN * unit;
  const columns = Math.max(1, Math.floor((room.w - 2 * margin) / width));
  let y = room.y + room.header;
  const placed = groups.map(([reason, pods]) => {
    const heading = { x: room.x + margin, y, w: room.w - 2 * margin, h: HEADING * unit };
    y += HEADING * unit;
    const blocks = new Map(
      pods.map((pod, index) => [
        pod.uid,
        {
          x: room.x + margin + (index % columns) * width,
          y: y + Math.floor(index / columns) * block,
          w: width - block * (1 - FILLED),
          h: block * FILLED,
        },
      ]),
    );
    y += Math.ceil(pods.length / columns) * block + margin / 2;
    return { reason, pods, heading, blocks };
  });
  return y <= room.y + room.h ? placed : undefined;
}
