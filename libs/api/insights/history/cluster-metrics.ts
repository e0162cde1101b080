import { momentsOf } from '@orrery/moments';
import { badUserInput } from '@orrery/actions';
import type { ClusterRuntime, ControlPlane } from '@orrery/control-plane';
import { Operation } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { MetricsFold, type FoldedChange, type Sums } from './metrics-fold';
import { rangeOf } from './story-range';

/** Requested time range, and the number of points in it. */
export interface MetricsQuestion {
  readonly since: string | null;
  readonly until: string | null;
  readonly points: number | null;
}

const USUAL_POINTS = 120;
const MOST_POINTS = 500;
/** Maximum number of changes that are read: the size of a cluster's log, unless its settings differ. */
const MOST_CHANGES = 60_000;
/** Number of changes in a page: those of one read of the log. */
const PAGE = 2000;

/** Figures of a cluster at one moment, and what happened since the point before. */
export interface MetricsPoint extends Sums {
  readonly time: string;
  readonly placements: number;
  readonly evictions: number;
}

/** Filter of the changes that are read. */
interface Wanted {
  readonly resource: 'nodes' | 'pods';
  readonly name?: string;
  /** Text that objects contain in the log. */
  readonly containing?: string;
}

const ALL: readonly Wanted[] = [{ resource: 'nodes' }, { resource: 'pods' }];

/** The changes of a node and of the pods that were bound to it, which they are for good. */
export function changesOfNode(name: string): readonly Wanted[] {
  return [
    { resource: 'nodes', name },
    { resource: 'pods', containing: `"nodeName":${JSON.stringify(name)}` },
  ];
}

/** Figures over time, from the state at the beginning and the changes since: each change is read once. */
export async function clusterMetrics(
  plane: ControlPlane,
  runtime: ClusterRuntime,
  { since, until, points: asked }: MetricsQuestion,
): Promise<{ readonly points: readonly MetricsPoint[]; readonly changes: number }> {
  const count = pointCount(asked);
  const { start, changes, fromMs, endMs } = await stretchOf(plane, runtime, { since, until });
  const fold = new MetricsFold(start?.cache.list('pods') ?? [], start?.cache.list('nodes') ?? []);
  return { points: pointsOf(fold, changes, { fromMs, endMs, count }), changes: changes.length };
}

export type TimedChange = FoldedChange & { readonly atMs: number; readonly revision: number };

/** The state in which a stretch of time begins, undefined if it begins with the cluster, and the wanted changes of nodes and pods since. */
export async function stretchOf(
  plane: ControlPlane,
  runtime: ClusterRuntime,
  { since, until }: Pick<MetricsQuestion, 'since' | 'until'>,
  wanted: readonly Wanted[] = ALL,
): Promise<Stretch> {
  const range = await rangeOf(runtime, { since, until, after: null });
  const after = Math.max(range.after.revision, range.upTo - MOST_CHANGES);
  const changes = await changesOf(runtime, wanted, { after, upTo: range.upTo });
  const start = after > 0 ? await momentsOf(plane).at(runtime, String(after)) : undefined;
  const endMs = until == null ? runtime.clock.now() : (changes.at(-1)?.atMs ?? runtime.clock.now());
  return { start, changes, fromMs: start?.clock.now() ?? changes[0]?.atMs ?? endMs, endMs };
}

/** A stretch of cluster time. */
export interface Stretch {
  readonly start: ClusterRuntime | undefined;
  readonly changes: readonly TimedChange[];
  readonly fromMs: number;
  readonly endMs: number;
}

/** Returns the requested number of points. @throws BAD_USER_INPUT for more, or less, than a chart can have. */
export function pointCount(asked: number | null): number {
  const count = asked ?? USUAL_POINTS;
  if (count < 2 || count > MOST_POINTS) throw badUserInput(`points must be between 2 and ${MOST_POINTS}`, ['points']);
  return count;
}

async function changesOf(
  runtime: ClusterRuntime,
  wanted: readonly Wanted[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<TimedChange[]> {
  const found: TimedChange[] = [];
  for (const { resource, ...only } of wanted) {
    for (let from = after; from < upTo;) {
      const page = await runtime.records.history.story({
        after: from,
        upTo,
        limit: PAGE,
        resource,
        withoutPrevious: true,
        ...only,
      });
      for (const { object, operation, atMs, revision } of page.changes)
        found.push({ resource, object, atMs, revision, isDeletion: operation === Operation.Delete });
      from = page.reached;
    }
  }
  return found.sort((a, b) => a.revision - b.revision);
}

/** The state at the end of each step, with what happened within it. */
export function pointsOf(
  fold: MetricsFold,
  changes: readonly (FoldedChange & { readonly atMs: number })[],
  { fromMs, endMs, count }: { readonly fromMs: number; readonly endMs: number; readonly count: number },
): MetricsPoint[] {
  let next = 0;
  return Array.from({ length: count }, (_, i) => {
    const atMs = Math.round(fromMs + ((endMs - fromMs) * i) / (count - 1));
    fold.startStep();
    // The last point has all: a clock may stand behind the change that it has just made.
    for (; next < changes.length && (i === count - 1 || changes[next]!.atMs <= atMs); next++)
      fold.apply(changes[next]!);
    const { sums, placements, evictions } = fold;
    return { time: formatMicroTime(atMs), ...sums, placements, evictions };
  });
}
