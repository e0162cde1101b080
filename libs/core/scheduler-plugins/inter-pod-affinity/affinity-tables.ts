import {
  selectionByTerms,
  type AffinityTerm,
  type ClusterObjects,
  type DomainCounts,
  type PodAffinityTerms,
  type TopologyIndex,
} from '@orrery/scheduling';

/** A preferred term with the table of the pods it selects; the weight is negative for anti-affinity. */
export interface WeightedTable {
  readonly counts: DomainCounts;
  readonly weight: number;
}

/** Tables for a pod's own terms. Pods with the same terms share them. */
export interface AffinityTables {
  /** Tables by topology key of the required affinity terms: pods that **all** of these terms select. */
  readonly affinity: readonly DomainCounts[];
  /** Pods that a required anti-affinity term selects, by term. */
  readonly antiAffinity: readonly { readonly counts: DomainCounts; readonly term: AffinityTerm }[];
  readonly preferred: readonly WeightedTable[];
}

const NO_TABLES: AffinityTables = { affinity: [], antiAffinity: [], preferred: [] };

/** Keeps the tables of pods' own terms at hand, by the terms. */
export class AffinityTableMemory {
  private readonly required = new WeakMap<PodAffinityTerms, AffinityTables>();

  constructor(
    private readonly topology: TopologyIndex,
    private readonly objects: ClusterObjects,
  ) {}

  tablesOf(terms: PodAffinityTerms | undefined): AffinityTables {
    if (!terms) return NO_TABLES;
    const known = this.required.get(terms);
    if (known && this.areCurrent(known)) return known;
    const tables = this.make(terms);
    this.required.set(terms, tables);
    return tables;
  }

  private areCurrent({ affinity, antiAffinity, preferred }: AffinityTables): boolean {
    for (const counts of affinity) if (!this.topology.isCurrent(counts)) return false;
    for (const { counts } of antiAffinity) if (!this.topology.isCurrent(counts)) return false;
    for (const { counts } of preferred) if (!this.topology.isCurrent(counts)) return false;
    return true;
  }

  private make(terms: PodAffinityTerms): AffinityTables {
    const one = (term: AffinityTerm): DomainCounts => this.counts([term], term.topologyKey);
    const keys = new Set(terms.requiredAffinity.map(({ topologyKey }) => topologyKey));
    const antiAffinity = new Map(terms.requiredAntiAffinity.map((term) => [term.key, term]));
    return {
      affinity: [...keys].map((topologyKey) => this.counts(terms.requiredAffinity, topologyKey)),
      antiAffinity: [...antiAffinity.values()].map((term) => ({ term, counts: one(term) })),
      preferred: [
        ...terms.preferredAffinity.map((term) => ({ counts: one(term), weight: term.weight })),
        ...terms.preferredAntiAffinity.map((term) => ({ counts: one(term), weight: -term.weight })),
      ],
    };
  }

  private counts(terms: readonly AffinityTerm[], topologyKey: string): DomainCounts {
    return this.topology.counts({ selection: selectionByTerms(terms, this.objects.namespaceLabels), topologyKey });
  }
}
