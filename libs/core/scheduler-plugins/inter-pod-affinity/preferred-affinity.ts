import {
  NO_DOMAIN,
  type NodeInfo,
  type PodInfo,
  type StateData,
  type TermGroup,
  type TermsAbout,
} from '@orrery/scheduling';
import type { AffinityTables, WeightedTable } from './affinity-tables';
import type { InterPodAffinityArgs } from './args';

/** Weighted tables that make up the raw score of one cycle. */
export class PreferredAffinity implements StateData {
  constructor(private readonly tables: readonly WeightedTable[]) {}

  /** Returns the same object, which never changes. */
  clone(): this {
    return this;
  }

  /** True if no node of the cluster has a score for or against the pod. */
  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /** Sum of the weights over all pods in the domains of each node, added to `scores`. */
  addScores(nodes: readonly NodeInfo[], scores: Float64Array): void {
    for (const { counts, weight } of this.tables) {
      const { column } = counts;
      for (let i = 0; i < nodes.length; i++) {
        const domain = column.domainOf(nodes[i]!.row);
        if (domain !== NO_DOMAIN) scores[i]! += weight * counts.at(domain);
      }
    }
  }
}

/** Own preferences, and what assigned pods require or prefer about the pod. */
export function preferredAffinityOf(
  { affinityTerms }: PodInfo,
  args: InterPodAffinityArgs,
  { own, about }: { readonly own: AffinityTables; readonly about: TermsAbout },
): PreferredAffinity {
  const hasPreferences = affinityTerms !== undefined && own.preferred.length > 0;
  if (args.ignorePreferredTermsOfExistingPods && !hasPreferences) return new PreferredAffinity([]);
  const tables = [...own.preferred];
  for (const group of about.others) tables.push({ counts: group.holders, weight: weightOf(group, args) });
  return new PreferredAffinity(tables.filter(({ counts, weight }) => counts.total > 0 && weight !== 0));
}

function weightOf({ kind, term }: TermGroup, { hardPodAffinityWeight }: InterPodAffinityArgs): number {
  switch (kind) {
    case 'requiredAffinity':
      return hardPodAffinityWeight;
    case 'preferredAffinity':
      return term.weight;
    case 'preferredAntiAffinity':
      return -term.weight;
    case 'requiredAntiAffinity':
      return 0;
  }
}
