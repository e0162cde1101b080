import {
  CountChanges,
  labelledPods,
  NO_DOMAIN,
  type DomainCounts,
  type NodeInfo,
  type PodInfo,
  type StateData,
  type TopologyColumn,
} from '@orrery/scheduling';
import type { SpreadConstraint } from './spread-constraint';

/** A constraint with its table. */
export interface SpreadTable {
  readonly constraint: SpreadConstraint;
  readonly column: TopologyColumn;
  /** Undefined: no pods are counted. */
  readonly counts: DomainCounts | undefined;
}

/** Result of the hard constraints for a node. */
export type SpreadVerdict = 'fits' | 'lacksLabel' | 'skewed';

/** The constraints that forbid nodes, in one cycle (spec scheduler 4.12): tables, and what a simulation changed. */
export class HardSpread implements StateData {
  constructor(
    private readonly tables: readonly SpreadTable[],
    private readonly changes = new CountChanges(),
  ) {}

  /** Every node fits. */
  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  clone(): HardSpread {
    return new HardSpread(this.tables, this.changes.clone());
  }

  /** Evaluates a node by each constraint in turn, no matter if the node itself takes part. */
  evaluate({ row }: NodeInfo): SpreadVerdict {
    for (const { constraint, column, counts } of this.tables) {
      const domain = column.domainOf(row);
      if (domain === NO_DOMAIN) return 'lacksLabel';
      // Without counted pods the skew is at most 1, which no constraint forbids.
      if (!counts) continue;
      const registered = counts.registered!;
      if (registered.size === 0) continue;
      const changed = this.changes.of(counts);
      const isTooFew = registered.size < constraint.minDomains;
      const min = isTooFew ? 0 : changed ? registered.minimumWith(changed) : registered.minimum();
      const there = registered.has(domain) ? counts.at(domain) + (changed?.get(domain) ?? 0) : 0;
      if (there + (constraint.matchesItself ? 1 : 0) - min > constraint.maxSkew) return 'skewed';
    }
    return 'fits';
  }

  /**
   * A simulation put a pod on a node (`amount` 1) or took it away (-1). Terminating pods change the counts as well,
   * although they were never counted: upstream's `updateWithPod` does not ask, so that a domain can fall below 0.
   */
  change({ pod }: PodInfo, { row }: NodeInfo, amount: 1 | -1): void {
    const pods = { ...labelledPods(pod), isTerminating: false };
    const counted = this.tables.flatMap(({ constraint, counts }) =>
      counts && constraint.selection?.selects(pods) ? [counts] : [],
    );
    for (const counts of new Set(counted)) {
      const domain = counts.domainOf(row);
      if (domain !== NO_DOMAIN) this.changes.add(counts, domain, amount);
    }
  }
}
