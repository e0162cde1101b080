import { compareText } from '../../cluster/cluster-snapshot';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import type { SpreadConstraint } from './spread-constraint';

/** The pods of one value of the topology key. The last of them leaves first. */
export interface TopologyDomain {
  readonly value: string;
  pods: PodView[];
}

/** Sorts pods into domains; domains of nodes that the constraint includes count without pods, too. */
export function domainsOf(
  constraint: SpreadConstraint,
  eligible: ReadonlyMap<string, readonly NodeView[]>,
  pods: readonly PodView[],
): TopologyDomain[] {
  const domains = new Map<string, TopologyDomain>();
  for (const value of eligible.keys()) domains.set(value, { value, pods: [] });
  for (const pod of pods) {
    if (pod.isTerminating || !constraint.selects(pod.pod.metadata.labels)) continue;
    const value = pod.node?.label(constraint.topologyKey);
    if (value === undefined) continue;
    const domain = domains.get(value);
    if (domain) domain.pods.push(pod);
    else domains.set(value, { value, pods: [pod] });
  }
  return [...domains.values()];
}

/** Returns whether no two domains differ by more than the constraint's skew. */
export function isBalanced(domains: readonly TopologyDomain[], maxSkew: number): boolean {
  let least = Infinity;
  let most = 0;
  for (const { pods } of domains) {
    least = Math.min(least, pods.length);
    most = Math.max(most, pods.length);
  }
  return domains.length === 0 || most - least <= maxSkew;
}

/** Order in which pods of a domain leave it. */
export interface DepartureOrder {
  readonly isEvictable: (pod: PodView) => boolean;
  readonly victim: 'highestPriorityFirst' | 'lowestPriorityFirst';
}

/**
 * Orders domains by (size, value) and the pods inside, last leaves first: protected pods, then those tied to nodes by
 * selector or affinity, then the rest; ascending priority within a class, so that the highest leaves first. The real
 * code and its tests do the same; its comments state the opposite.
 */
export function orderDomains(domains: TopologyDomain[], { isEvictable, victim }: DepartureOrder): TopologyDomain[] {
  for (const domain of domains) {
    const ranked = domain.pods.map((pod) => ({ pod, group: departureGroup(pod, isEvictable) }));
    ranked.sort((a, b) => {
      if (a.group !== b.group) return a.group - b.group;
      if (a.group === 0) return 0;
      const order = comparePriority(a.pod, b.pod);
      return victim === 'highestPriorityFirst' ? order : -order;
    });
    domain.pods = ranked.map(({ pod }) => pod);
  }
  return domains.sort((a, b) => a.pods.length - b.pods.length || compareText(a.value, b.value));
}

function departureGroup(pod: PodView, isEvictable: (pod: PodView) => boolean): number {
  if (!isEvictable(pod)) return 0;
  const { nodeSelector, affinity } = pod.pod.spec;
  return nodeSelector || affinity?.nodeAffinity ? 1 : 2;
}

function comparePriority(a: PodView, b: PodView): number {
  if (a.priority === b.priority) return 0;
  if (a.priority === undefined) return -1;
  if (b.priority === undefined) return 1;
  return a.priority - b.priority;
}

/** Nodes that the constraint includes in domains below the mean, domain by domain. */
export function nodesBelowMean(
  domains: readonly TopologyDomain[],
  mean: number,
  eligible: ReadonlyMap<string, readonly NodeView[]>,
): NodeView[] {
  const below: NodeView[] = [];
  for (const { value, pods } of domains) {
    if (pods.length < mean) below.push(...(eligible.get(value) ?? []));
  }
  return below;
}

/** Nodes by topology domain, worked out once for constraints that include the same ones. */
export class NodeDomains {
  private readonly known = new Map<string, Map<string, NodeView[]>>();

  constructor(private readonly nodes: readonly NodeView[]) {}

  of(constraint: SpreadConstraint): ReadonlyMap<string, readonly NodeView[]> {
    let domains = this.known.get(constraint.inclusionKey);
    if (domains) return domains;
    domains = new Map();
    this.known.set(constraint.inclusionKey, domains);
    for (const node of this.nodes) {
      const value = node.label(constraint.topologyKey);
      if (value === undefined || !constraint.includes(node)) continue;
      const list = domains.get(value);
      if (list) list.push(node);
      else domains.set(value, [node]);
    }
    return domains;
  }
}
