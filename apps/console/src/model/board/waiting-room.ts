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

/** Pods that wait for a node, in groups by their reason, the largest first; all of them fit into the room. */
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
  for (let block = LARGEST_BLOCK * unit; ; block *= SHRINK) {
    const placed = place(groups, { room, unit, block });
    if (placed || block < SMALLEST_BLOCK) return placed ?? [];
  }
}

function place(
  groups: readonly (readonly [reason: string, pods: readonly BoardPod[]])[],
  {
    room,
    unit,
    block,
  }: { readonly room: Rect & { readonly header: number }; readonly unit: number; readonly block: number },
): readonly WaitingGroup[] | undefined {
  const margin = MARGIN * unit;
  const columns = Math.max(1, Math.floor((room.w - 2 * margin) / block));
  let y = room.y + room.header;
  const placed = groups.map(([reason, pods]) => {
    const heading = { x: room.x + margin, y, w: room.w - 2 * margin, h: HEADING * unit };
    y += HEADING * unit;
    const blocks = new Map(
      pods.map((pod, index) => [
        pod.uid,
        {
          x: room.x + margin + (index % columns) * block,
          y: y + Math.floor(index / columns) * block,
          w: block * 0.82,
          h: block * 0.82,
        },
      ]),
    );
    y += Math.ceil(pods.length / columns) * block + margin / 2;
    return { reason, pods, heading, blocks };
  });
  return y <= room.y + room.h ? placed : undefined;
}
