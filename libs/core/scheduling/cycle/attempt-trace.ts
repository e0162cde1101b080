import type { QueuedPod } from '../queue/queued-pod';
import type { Status } from '../framework/status';
import type { Comparison, Placement, Searched } from './scheduling-cycle';

/** Node names kept per reason, and names kept of a tie. */
const MAX_NAMES = 20;
/** Best nodes of which the scores are kept. */
const MAX_BEST = 10;

/** Nodes refused for one reason by one plugin. */
export interface RejectionGroup {
  readonly plugin: string;
  readonly reason: string;
  readonly count: number;
  /** The first of them, 20 at most; empty where PreFilter refused them without a look. */
  readonly nodes: readonly string[];
}

/** A score plugin of a cycle. */
export interface TracedPlugin {
  readonly name: string;
  readonly weight: number;
}

/** One of the best nodes; `raw` and `normalized` are in the order of the trace's plugins. */
export interface TracedNode {
  readonly name: string;
  readonly total: number;
  readonly raw: readonly number[];
  readonly normalized: readonly number[];
}

/** What is remembered of one attempt to place a pod: small, whatever the number of nodes. */
export interface AttemptTrace {
  readonly uid: string;
  /** From 1. */
  readonly attempt: number;
  /** Name of the profile. */
  readonly profile: string;
  /** The node taken; undefined if there was none. */
  readonly nodeName: string | undefined;
  readonly evaluatedCount: number;
  readonly feasibleCount: number;
  readonly rejections: readonly RejectionGroup[];
  readonly plugins: readonly TracedPlugin[];
  /** The highest totals, best first, 10 at most; none if fewer than two nodes were feasible. */
  readonly best: readonly TracedNode[];
  /** How many nodes had the highest total. */
  readonly tieCount: number;
  /** Some of them, 20 at most, the one taken among them. */
  readonly ties: readonly string[];
}

/** Condenses what a cycle found; must be called before the next cycle, whose scores go into the same arrays. */
export function traceAttempt({ info, attempts }: QueuedPod, placement: Placement, profile: string): AttemptTrace {
  const about = { uid: info.uid, attempt: attempts, profile };
  if (placement.kind === 'noNodes' || placement.kind === 'error') {
    return { ...about, ...NOTHING_FOUND };
  }
  const { searched } = placement;
  const found = {
    ...about,
    evaluatedCount: searched.examinedCount,
    rejections: rejectionGroups(searched),
  };
  if (placement.kind === 'unschedulable') return { ...NOTHING_FOUND, ...found };
  const { node, feasibleCount, comparison } = placement;
  if (!comparison) {
    return { ...NOTHING_FOUND, ...found, nodeName: node.name, feasibleCount, tieCount: 1, ties: [node.name] };
  }
  return { ...found, nodeName: node.name, feasibleCount, ...compared(comparison, node.name) };
}

const NOTHING_FOUND = {
  nodeName: undefined,
  evaluatedCount: 0,
  feasibleCount: 0,
  rejections: [],
  plugins: [],
  best: [],
  tieCount: 0,
  ties: [],
} as const;

interface OpenGroup {
  readonly plugin: string;
  readonly reason: string;
  count: number;
  readonly nodes: string[];
}

/** Counts by plugin and reason, the most frequent first. Neighbours mostly share their very status. */
function rejectionGroups({ diagnosis }: Searched): readonly RejectionGroup[] {
  const { nodes, statuses, othersStatus, nodeCount } = diagnosis;
  if (nodes.length === 0 && !othersStatus) return [];
  const groups = new Map<string, OpenGroup>();
  let last: Status | undefined;
  let lastGroups: readonly OpenGroup[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const status = statuses[i]!;
    if (status !== last) {
      last = status;
      lastGroups = groupsOf(groups, status);
    }
    for (const group of lastGroups) {
      group.count++;
      if (group.nodes.length < MAX_NAMES) group.nodes.push(nodes[i]!.name);
    }
  }
  const others = nodeCount - nodes.length;
  if (othersStatus && others > 0) for (const group of groupsOf(groups, othersStatus)) group.count += others;
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function groupsOf(groups: Map<string, OpenGroup>, { plugin, reasons }: Status): readonly OpenGroup[] {
  return reasons.map((reason) => {
    const key = `${plugin}\u0000${reason}`;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { plugin, reason, count: 0, nodes: [] }));
    return group;
  });
}

function compared(
  { nodes, plugins, totals }: Comparison,
  taken: string,
): Pick<AttemptTrace, 'plugins' | 'best' | 'tieCount' | 'ties'> {
  const best = highest(totals);
  const top = totals[best[0]!]!;
  const ties = [taken];
  let tieCount = 0;
  for (let i = 0; i < totals.length; i++) {
    if (totals[i] !== top) continue;
    tieCount++;
    const { name } = nodes[i]!;
    if (ties.length < MAX_NAMES && name !== taken) ties.push(name);
  }
  return {
    plugins: plugins.map(({ plugin, weight }) => ({ name: plugin, weight })),
    best: best.map((i) => ({
      name: nodes[i]!.name,
      total: totals[i]!,
      raw: plugins.map(({ raw }) => raw[i]!),
      normalized: plugins.map(({ scores }) => scores[i]!),
    })),
    tieCount,
    ties,
  };
}

/** Indexes of the highest totals, best first, equals in node order. One pass: most nodes fail its first comparison. */
function highest(totals: Float64Array): readonly number[] {
  const best: number[] = [];
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i]!;
    if (best.length === MAX_BEST && total <= totals[best[MAX_BEST - 1]!]!) continue;
    let at = best.length === MAX_BEST ? MAX_BEST - 1 : best.length;
    for (; at > 0 && totals[best[at - 1]!]! < total; at--) best[at] = best[at - 1]!;
    best[at] = i;
  }
  return best;
}
