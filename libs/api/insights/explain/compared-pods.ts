import type { Pod } from '@orrery/api-types';
import type { SchedulingExplanation } from '@orrery/scheduling';

/** Maximum product of pods and nodes of one preview: some seconds of work. */
const MOST_PAIRS = 500_000;
const ENDED: ReadonlySet<string | undefined> = new Set(['Succeeded', 'Failed']);

/** Pods to compare, of how many, and whether there are further ones behind them. */
export interface ComparedPods {
  readonly pods: readonly Pod[];
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * The pods that a preview compares, as many as allowed: all that wait, then a sample that is spread over the others. With `skip`,
 * all of them in this order, without so many at the beginning.
 */
export function comparedPods(
  all: readonly Pod[],
  { most, nodes, skip }: { readonly most: number; readonly nodes: number; readonly skip: number | undefined },
): ComparedPods {
  const alive = all.filter(({ status, metadata }) => !ENDED.has(status?.phase) && metadata.deletionTimestamp == null);
  const limit = Math.max(1, Math.min(most, Math.floor(MOST_PAIRS / Math.max(1, nodes))));
  const waiting = alive.filter(({ spec }) => !spec.nodeName);
  const bound = alive.filter(({ spec }) => spec.nodeName);
  const total = alive.length;
  if (skip !== undefined)
    return { pods: [...waiting, ...bound].slice(skip, skip + limit), total, hasMore: skip + limit < total };
  const first = waiting.slice(0, limit);
  const room = Math.min(bound.length, limit - first.length);
  const sample = Array.from({ length: room }, (_, i) => bound[Math.floor((i * bound.length) / room)]!);
  return { pods: [...first, ...sample], total, hasMore: false };
}

type Placement = Pick<SchedulingExplanation, 'selected' | 'ties'>;

/** Returns whether another configuration places a pod where the present one would not: ties are drawn, and all their nodes are as good. */
export function isOtherPlacement(before: Placement | undefined, after: Placement | undefined): boolean {
  if (!before || !after) return Boolean(before) !== Boolean(after);
  if (after.selected === undefined || before.selected === undefined) return before.selected !== after.selected;
  return after.selected !== before.selected && !before.ties.includes(after.selected);
}
