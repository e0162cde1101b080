import type { Pod } from '@orrery/api-types';
import { termSelects, type AffinityTerm, type NamespaceLabels, type PodAffinityTerms } from '../cache/affinity-terms';
import type { CacheObserver } from '../cache/cache-observer';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import { DomainCounts } from './domain-counts';
import { labelKey, labelledPods } from './label-group';
import { SelectorIndex } from './selector-index';
import type { TopologyColumn } from './topology-column';

/** Kinds of terms, as pods hold them. */
const TERM_KINDS = ['requiredAffinity', 'requiredAntiAffinity', 'preferredAffinity', 'preferredAntiAffinity'] as const;
/** Kind of a term of pod affinity. */
export type TermKind = keyof PodAffinityTerms;

/** The same term held by assigned pods, with the number of its holders by topology domain. */
export interface TermGroup {
  readonly kind: TermKind;
  readonly term: AffinityTerm;
  readonly holders: DomainCounts;
}

/** Terms of assigned pods that select a pod. */
export interface TermsAbout {
  readonly requiredAntiAffinity: readonly TermGroup[];
  /** All other kinds: they only count for scores. */
  readonly others: readonly TermGroup[];
}

interface Remembered {
  readonly version: number;
  readonly terms: TermsAbout;
}

/** Label sets whose answers are remembered. */
const MAX_REMEMBERED = 4096;

/** Terms of assigned pods, each counted once however many pods hold it: who has something for or against a pod? */
export class TermGroups implements CacheObserver {
  private readonly groups = new Map<string, TermGroup>();
  private readonly index = new SelectorIndex<TermGroup>();
  private readonly remembered = new Map<string, Remembered>();
  private version = 0;

  constructor(
    private readonly columnOf: (topologyKey: string) => TopologyColumn,
    private readonly namespaceLabels: NamespaceLabels,
  ) {}

  /** The terms that select a pod if it were on some node. */
  about(pod: Pod): TermsAbout {
    const key = labelKey(pod);
    const known = this.remembered.get(key);
    if (known?.version === this.version) return known.terms;
    const requiredAntiAffinity: TermGroup[] = [];
    const others: TermGroup[] = [];
    const pods = labelledPods(pod);
    this.index.forEachCandidate(pods.labels, (group) => {
      if (!termSelects(group.term, pods, this.namespaceLabels)) return;
      (group.kind === 'requiredAntiAffinity' ? requiredAntiAffinity : others).push(group);
    });
    const terms = { requiredAntiAffinity, others };
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, { version: this.version, terms });
    return terms;
  }

  /** All tables of holders. */
  *counts(): IterableIterator<DomainCounts> {
    for (const { holders } of this.groups.values()) yield holders;
  }

  podAdded({ affinityTerms }: PodInfo, { row }: NodeInfo): void {
    if (!affinityTerms) return;
    for (const kind of TERM_KINDS) {
      for (const term of affinityTerms[kind]) this.groupOf(kind, term).holders.add(row, 1);
    }
  }

  podRemoved({ affinityTerms }: PodInfo, { row }: NodeInfo): void {
    if (!affinityTerms) return;
    for (const kind of TERM_KINDS) {
      for (const term of affinityTerms[kind]) {
        const key = groupKey(kind, term);
        const group = this.groups.get(key);
        if (!group) continue;
        group.holders.add(row, -1);
        if (group.holders.isEmpty) this.drop(key, group);
      }
    }
  }

  /** Labels of namespaces changed: terms may select other pods now. */
  namespacesChanged(): void {
    this.version++;
  }

  private groupOf(kind: TermKind, term: AffinityTerm): TermGroup {
    const key = groupKey(kind, term);
    let group = this.groups.get(key);
    if (!group) {
      group = { kind, term, holders: new DomainCounts(this.columnOf(term.topologyKey)) };
      this.groups.set(key, group);
      this.index.add(group, term.pairs);
      this.version++;
    }
    return group;
  }

  private drop(key: string, group: TermGroup): void {
    this.groups.delete(key);
    this.index.delete(group, group.term.pairs);
    group.holders.release();
    this.version++;
  }
}

function groupKey(kind: TermKind, { key }: AffinityTerm): string {
  return `${kind} ${key}`;
}
