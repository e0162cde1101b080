import type { NodeInfo } from '../cache/node-info';
import type { QueuedPod } from '../queue/queued-pod';
import type { Status } from '../framework/status';
import type { Comparison, Placement, Searched } from './scheduling-cycle';

/** Node names kept per reason. */
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

/** A score plugin of a cycle with what it gave the best nodes, in their order. */
export interface TracedPlugin {
  readonly name: string;
  readonly weight: number;
  readonly normalized: readonly number[];
  /** Scores before normalising; absent where the plugin does not normalise. */
  readonly raw?: readonly number[];
}

/** The record of one attempt to place a pod: small, regardless of the number of nodes. */
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
  /** Plugins by column: a few long arrays cost less than many short ones, to make as well as to write. */
  readonly plugins: readonly TracedPlugin[];
  /**
   * Nodes of the highest totals, best first, 10 at most; among equals the one that was taken first, then node order.
   * None if fewer than two nodes were feasible.
   */
  readonly best: readonly string[];
  /** Totals of the best nodes. */
  readonly totals: readonly number[];
  /** Number of nodes with the highest total. */
  readonly tieCount: number;
}

/** Condenses what a cycle found; must be called before the next cycle, whose scores go into the same arrays. */
export function traceAttempt({ info, attempts }: QueuedPod, placement: Placement, profile: string): AttemptTrace {
  const searched = 'searched' in placement ? placement.searched : undefined;
  const placed = placement.kind === 'placed' ? placement : undefined;
  const comparison = placed?.comparison && compared(placed.comparison, placed.node);
  return {
    uid: info.uid,
    attempt: attempts,
    profile,
    nodeName: placed?.node.name,
    evaluatedCount: searched?.examinedCount ?? 0,
    feasibleCount: placed?.feasibleCount ?? 0,
    rejections: searched ? rejectionGroups(searched) : [],
    plugins: comparison?.plugins ?? [],
    best: comparison?.best ?? [],
    totals: comparison?.totals ?? [],
    tieCount: comparison?.tieCount ?? (placed ? 1 : 0),
  };
}

interface OpenGroup {
  readonly plugin: string;
  readonly reason: string;
  count: number;
  readonly nodes: string[];
}

/**
 * Counts by plugin and reason, the most frequent first, equals in the order in which they were met. The nodes are gone
 * through only until all names are there. Neighbours mostly share their very status.
 */
function rejectionGroups({ diagnosis }: Searched): readonly RejectionGroup[] {
  const counted = new Map<string, OpenGroup>();
  for (const [status, nodes] of diagnosis.counts()) {
    for (const group of groupsOf(counted, status)) group.count += nodes;
  }
  if (counted.size === 0) return [];
  const met = new Set<OpenGroup>();
  let namesLeft = 0;
  for (const { count } of counted.values()) namesLeft += Math.min(count, MAX_NAMES);
  let last: Status | undefined;
  let lastGroups: readonly OpenGroup[] = [];
  diagnosis.visit((node, status) => {
    if (status !== last) {
      last = status;
      lastGroups = groupsOf(counted, status);
      for (const group of lastGroups) met.add(group);
    }
    for (const group of lastGroups) {
      if (group.nodes.length < MAX_NAMES && group.nodes.push(node.name) > 0) namesLeft--;
    }
    return namesLeft > 0;
  });
  // Verdicts on nodes that were not evaluated in this cycle have no names.
  return [...new Set([...met, ...counted.values()])].sort((a, b) => b.count - a.count);
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
  taken: NodeInfo,
): Pick<AttemptTrace, 'plugins' | 'best' | 'totals' | 'tieCount'> {
  const { best, tieCount } = highest(totals);
  const place = best.findIndex((i) => nodes[i] === taken);
  // The one taken may be behind ten of its equals.
  if (place !== 0) {
    best.splice(place < 0 ? best.length - 1 : place, 1);
    best.unshift(nodes.indexOf(taken));
  }
  return {
    plugins: plugins.map(({ plugin, weight, raw, scores }): TracedPlugin => {
      const column = { name: plugin, weight, normalized: valuesAt(scores, best) };
      return raw === scores ? column : { raw: valuesAt(raw, best), ...column };
    }),
    best: best.map((i) => nodes[i]!.name),
    totals: valuesAt(totals, best),
    tieCount,
  };
}

/** Whole numbers as such: most are, and they are written several times as fast. */
function valuesAt(values: Float64Array, indexes: readonly number[]): number[] {
  const found: number[] = [];
  for (const i of indexes) {
    const value = values[i]!;
    const whole = value | 0;
    found.push(whole === value ? whole : value);
  }
  return found;
}

/**
 * Indexes of the highest totals, best first, equals in node order, and how many have the highest. One pass, and most
 * nodes fail its first comparisons.
 */
function highest(totals: Float64Array): { best: number[]; tieCount: number } {
  const best: number[] = [];
  let top = -Infinity;
  let tieCount = 0;
  let threshold = -Infinity;
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i]!;
    if (total === top) tieCount++;
    if (total <= threshold) continue;
    if (total > top) {
      top = total;
      tieCount = 1;
    }
    let at = best.length === MAX_BEST ? MAX_BEST - 1 : best.length;
    for (; at > 0 && totals[best[at - 1]!]! < total; at--) best[at] = best[at - 1]!;
    best[at] = i;
    if (best.length === MAX_BEST) threshold = totals[best[MAX_BEST - 1]!]!;
  }
  return { best, tieCount };
}
