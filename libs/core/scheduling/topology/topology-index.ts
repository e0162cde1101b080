import type { Node } from '@orrery/api-types';
import type { CacheObserver } from '../cache/cache-observer';
import type { ClusterObjects } from '../cache/cluster-objects';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import { DomainCounts } from './domain-counts';
import { NodeMask } from './node-mask';
import { PodCounts } from './pod-counts';
import type { PodSelection } from './pod-selection';
import { RegisteredDomains } from './registered-domains';
import { TermGroups, type TermsAbout } from './term-groups';
import { TopologyColumn } from './topology-column';

/** Columns and masks beyond this number are dropped while no table uses them. */
const MAX_UNUSED = 64;

/** Parameters of a count. */
export interface CountRequest {
  readonly selection: PodSelection;
  readonly topologyKey: string;
  /** Mask of the nodes whose pods are counted; absent: all. */
  readonly countedNodes?: NodeMask | undefined;
  /** Keep the smallest count among the domains of these nodes (`all`: of all that have the key). */
  readonly registeredBy?: NodeMask | 'all' | undefined;
}

/**
 * Distribution of pods over topology domains, for rules about other pods. Everything is kept by deltas, so that no rule
 * visits all nodes or pods to evaluate one pod. One index serves all profiles of a scheduler.
 */
export class TopologyIndex implements CacheObserver {
  private readonly columns = new Map<string, TopologyColumn>();
  private readonly masks = new Map<string, NodeMask>();
  private readonly nodes: (Node | undefined)[] = [];
  private readonly terms: TermGroups;
  private pods: PodCounts | undefined;
  private namespacesSeen = 0;

  /** @param observe starts an observer of the cache: the groups of pods are maintained from their first use on. */
  constructor(
    private readonly objects: ClusterObjects,
    private readonly observe: (observer: CacheObserver) => void,
  ) {
    this.terms = new TermGroups((topologyKey) => this.column(topologyKey), objects.namespaceLabels);
  }

  /** The column of a topology key. */
  column(topologyKey: string): TopologyColumn {
    let column = this.columns.get(topologyKey);
    if (!column) {
      dropUnused(this.columns);
      column = new TopologyColumn(topologyKey);
      this.nodes.forEach((node, row) => column!.place(row, node));
      this.columns.set(topologyKey, column);
    }
    return column;
  }

  /** Returns the mask of nodes by a rule. The key must include everything that the rule depends on. */
  mask(key: string, takesPart: (node: Node) => boolean): NodeMask {
    let mask = this.masks.get(key);
    if (!mask) {
      dropUnused(this.masks);
      mask = new NodeMask(key, takesPart);
      this.nodes.forEach((node, row) => mask!.place(row, node));
      this.masks.set(key, mask);
    }
    return mask;
  }

  /** A table of pods by domain. Keep it for pods of one shape, and pass it to {@link isCurrent} before using it again. */
  counts(request: CountRequest): DomainCounts {
    this.bringUpToDate();
    const { selection, topologyKey, countedNodes, registeredBy } = request;
    const registration = registeredBy === undefined ? '' : registeredBy === 'all' ? 'all' : `by ${registeredBy.key}`;
    const key = `${topologyKey}\n${selection.key}\n${countedNodes?.key ?? ''}\n${registration}`;
    return this.podCounts().table(key, selection, () => {
      const counts = new DomainCounts(this.column(topologyKey), countedNodes);
      if (registeredBy === undefined) return counts;
      const registered = new RegisteredDomains(counts, registeredBy === 'all' ? undefined : registeredBy);
      counts.registered = registered;
      this.nodes.forEach((node, row) => node && registered.enterRow(row));
      return counts;
    });
  }

  /** Returns whether a table requested earlier is still maintained. */
  isCurrent(counts: DomainCounts): boolean {
    this.bringUpToDate();
    if (!counts.isLive) return false;
    this.podCounts().touch(counts);
    return true;
  }

  /** Terms of assigned pods that select a pod. */
  termsAbout({ pod }: PodInfo): TermsAbout {
    this.bringUpToDate();
    return this.terms.about(pod);
  }

  podAdded(pod: PodInfo, node: NodeInfo): void {
    this.terms.podAdded(pod, node);
  }

  podRemoved(pod: PodInfo, node: NodeInfo): void {
    this.terms.podRemoved(pod, node);
  }

  nodeChanged({ row, node }: NodeInfo): void {
    this.nodes[row] = node;
    let isMoved = false;
    for (const column of this.columns.values()) isMoved = column.place(row, node) || isMoved;
    for (const mask of this.masks.values()) isMoved = mask.place(row, node) || isMoved;
    if (!isMoved) return;
    for (const counts of this.terms.counts()) counts.nodeMoved(row);
    for (const counts of this.pods?.counts() ?? []) counts.nodeMoved(row);
  }

  private podCounts(): PodCounts {
    if (!this.pods) {
      this.pods = new PodCounts(this.objects.namespaceLabels);
      this.observe(this.pods);
    }
    return this.pods;
  }

  private bringUpToDate(): void {
    const version = this.objects.version('Namespace');
    if (version === this.namespacesSeen) return;
    this.namespacesSeen = version;
    this.terms.namespacesChanged();
    this.pods?.namespacesChanged();
  }
}

function dropUnused(entries: Map<string, { readonly users: number; isLive: boolean }>): void {
  if (entries.size < MAX_UNUSED) return;
  for (const [key, entry] of entries) {
    if (entry.users > 0) continue;
    entry.isLive = false;
    entries.delete(key);
  }
}
