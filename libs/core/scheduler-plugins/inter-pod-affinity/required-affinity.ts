import {
  CountChanges,
  NO_DOMAIN,
  termSelectsPod,
  type DomainCounts,
  type NamespaceLabels,
  type NodeInfo,
  type PodInfo,
  type StateData,
  type TermGroup,
  type TopologyColumn,
} from '@orrery/scheduling';
import type { AffinityTables } from './affinity-tables';
import type { ExclusionKeys } from './exclusion-keys';

/** Lookups of the filter in one cycle. */
interface RequiredParts {
  readonly pod: PodInfo;
  readonly tables: AffinityTables;
  /** Required anti-affinity of assigned pods that selects the pod. */
  readonly others: readonly TermGroup[];
  readonly namespaceLabels: NamespaceLabels;
  readonly columnOf: (topologyKey: string) => TopologyColumn;
}

/**
 * Required affinity and anti-affinity in one cycle (spec scheduler 4.10): lookups in tables that are kept by deltas,
 * and on top of them what a simulation added and removed.
 */
export class RequiredAffinity implements StateData {
  /** The pod is selected by all its own affinity terms, so that it may be the first of its group. */
  private readonly selectsItself: boolean;
  /** Pods of which there must be none in a node's domains: those that the pod excludes, and those that exclude it. */
  private readonly excluded: readonly DomainCounts[];
  private readonly excluding: readonly DomainCounts[];

  constructor(
    private readonly parts: RequiredParts,
    private readonly own = new CountChanges(),
    /** Terms of others are summed up by column: a simulated pod may hold a term that no other pod holds. */
    private readonly ofOthers = new CountChanges<TopologyColumn>(),
  ) {
    const { pod, namespaceLabels } = parts;
    const terms = pod.affinityTerms?.requiredAffinity ?? [];
    this.excluded = parts.tables.antiAffinity.map(({ counts }) => counts);
    this.excluding = parts.others.map(({ holders }) => holders).filter(({ total }) => total > 0);
    this.selectsItself = terms.length > 0 && terms.every((term) => termSelectsPod(term, pod.pod, namespaceLabels));
  }

  /** True if no node can be refused. */
  get isEmpty(): boolean {
    const { tables } = this.parts;
    return tables.affinity.length === 0 && tables.antiAffinity.length === 0 && this.excluding.length === 0;
  }

  /** The key to what is refused, where pods on one node matter to no other; see {@link FilterPlugin.nodeScopeKey}. */
  nodeScopeKey(keys: ExclusionKeys): object | undefined {
    const { tables, others } = this.parts;
    const isNodeByNode = ({ column }: DomainCounts): boolean => column.isNodeByNode;
    if (tables.affinity.length > 0 || !this.own.isEmpty || !this.ofOthers.isEmpty) return undefined;
    if (!this.excluded.every(isNodeByNode) || !this.excluding.every(isNodeByNode)) return undefined;
    return keys.keyOf([...this.excluded, ...others.map(({ holders }) => holders)]);
  }

  clone(): RequiredAffinity {
    return new RequiredAffinity(this.parts, this.own.clone(), this.ofOthers.clone());
  }

  /** Every topology has the pods that the pod's affinity requires, or it is the first of its group. */
  isAffinitySatisfied({ row }: NodeInfo): boolean {
    const { affinity } = this.parts.tables;
    let isMissing = false;
    for (const counts of affinity) {
      const domain = counts.column.domainOf(row);
      if (domain === NO_DOMAIN) return false;
      if (this.podsIn(counts, domain) <= 0) isMissing = true;
    }
    return (
      !isMissing || (this.selectsItself && affinity.every((counts) => counts.total + this.own.total(counts) === 0))
    );
  }

  /** Returns true if the node's domains have none of the pods that the pod's anti-affinity excludes. */
  isAntiAffinitySatisfied({ row }: NodeInfo): boolean {
    const { excluded } = this;
    for (let i = 0; i < excluded.length; i++) {
      const counts = excluded[i]!;
      const domain = counts.column.domainOf(row);
      if (domain !== NO_DOMAIN && this.podsIn(counts, domain) > 0) return false;
    }
    return true;
  }

  /** Returns true if no assigned pod in the node's domains excludes the pod. */
  isTolerated({ row }: NodeInfo): boolean {
    if (!this.ofOthers.isEmpty) return this.isToleratedWithChanges(row);
    const { excluding } = this;
    for (let i = 0; i < excluding.length; i++) {
      const holders = excluding[i]!;
      const domain = holders.column.domainOf(row);
      if (domain !== NO_DOMAIN && holders.at(domain) > 0) return false;
    }
    return true;
  }

  /** A simulation put a pod on a node (`amount` 1) or took it away (-1). */
  change(other: PodInfo, { row }: NodeInfo, amount: 1 | -1): void {
    const { pod, tables, namespaceLabels, columnOf } = this.parts;
    const selectsOther = (term: Parameters<typeof termSelectsPod>[0]): boolean =>
      termSelectsPod(term, other.pod, namespaceLabels);
    // Terms that select the same pods share a table, which must be changed once.
    const changed = new Set<DomainCounts>();
    if (tables.affinity.length > 0 && pod.affinityTerms!.requiredAffinity.every(selectsOther)) {
      for (const counts of tables.affinity) changed.add(counts);
    }
    for (const { term, counts } of tables.antiAffinity) if (selectsOther(term)) changed.add(counts);
    for (const counts of changed) {
      const domain = counts.column.domainOf(row);
      if (domain !== NO_DOMAIN) this.own.add(counts, domain, amount);
    }
    for (const term of other.affinityTerms?.requiredAntiAffinity ?? []) {
      if (!termSelectsPod(term, pod.pod, namespaceLabels)) continue;
      const column = columnOf(term.topologyKey);
      const domain = column.domainOf(row);
      if (domain !== NO_DOMAIN) this.ofOthers.add(column, domain, amount);
    }
  }

  private podsIn(counts: DomainCounts, domain: number): number {
    const kept = counts.at(domain);
    return this.own.isEmpty ? kept : kept + this.own.at(counts, domain);
  }

  private isToleratedWithChanges(row: number): boolean {
    const { others } = this.parts;
    const columns = new Set(others.map(({ holders }) => holders.column));
    for (const column of this.ofOthers.changed()) columns.add(column);
    for (const column of columns) {
      const domain = column.domainOf(row);
      if (domain === NO_DOMAIN) continue;
      let excluding = this.ofOthers.at(column, domain);
      for (const { holders } of others) if (holders.column === column) excluding += holders.at(domain);
      if (excluding > 0) return false;
    }
    return true;
  }
}
