import { type AntiAffinityTerm, requiredAntiAffinityTerms } from '../../cluster/anti-affinity-term';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import { PodsByLabel } from '../../cluster/pods-by-label';
import type { DeschedulingBehaviour } from '../../run/behaviour';

/** Pods by where they are: on a node, and in a topology domain. */
class Whereabouts {
  private readonly byNode = new Map<NodeView, Set<PodView>>();
  private readonly byDomain = new Map<string, Set<PodView>>();

  /** @param topologyKey absent where a node is the only domain */
  constructor(private readonly topologyKey: string | undefined) {}

  add(pod: PodView, node: NodeView): void {
    addTo(this.byNode, node, pod);
    const domain = this.domainOf(node);
    if (domain !== undefined) addTo(this.byDomain, domain, pod);
  }

  remove(pod: PodView, node: NodeView): void {
    this.byNode.get(node)?.delete(pod);
    const domain = this.domainOf(node);
    if (domain !== undefined) this.byDomain.get(domain)?.delete(pod);
  }

  /** Returns whether a pod of another name is on the node or in its domain. Names are compared without namespaces. */
  hasOtherThan(pod: PodView, node: NodeView): boolean {
    if (hasOther(this.byNode.get(node), pod)) return true;
    const domain = this.domainOf(node);
    return domain !== undefined && hasOther(this.byDomain.get(domain), pod);
  }

  private domainOf(node: NodeView): string | undefined {
    return this.topologyKey === undefined ? undefined : node.label(this.topologyKey);
  }
}

/** All pods with one and the same term (holders), and all that it selects (targets). */
interface TermTable {
  readonly term: AntiAffinityTerm;
  readonly holders: Whereabouts;
  readonly targets: Whereabouts;
}

/** Index of the exclusions among the considered pods. Evicted pods are taken out; a lookup never visits all pods. */
export class AntiAffinityIndex {
  private readonly tables = new Map<string, TermTable>();
  private readonly heldBy = new Map<PodView, TermTable[]>();
  private readonly aimedAt = new Map<PodView, TermTable[]>();

  constructor(
    pods: readonly PodView[],
    private readonly reach: DeschedulingBehaviour['antiAffinityReach'],
  ) {
    const selectable = new PodsByLabel(pods);
    for (const pod of pods) {
      for (const term of requiredAntiAffinityTerms(pod.pod)) {
        const table = this.tableOf(term, selectable);
        table.holders.add(pod, pod.node!);
        addToList(this.heldBy, pod, table);
      }
    }
  }

  /** Returns whether a term of the pod hits a remaining pod. */
  excludesOther(pod: PodView): boolean {
    return (this.heldBy.get(pod) ?? []).some(({ targets }) => targets.hasOtherThan(pod, pod.node!));
  }

  /** Returns whether a term of a remaining pod hits the pod. */
  isExcluded(pod: PodView): boolean {
    return (this.aimedAt.get(pod) ?? []).some(({ holders }) => holders.hasOtherThan(pod, pod.node!));
  }

  remove(pod: PodView): void {
    for (const { holders } of this.heldBy.get(pod) ?? []) holders.remove(pod, pod.node!);
    for (const { targets } of this.aimedAt.get(pod) ?? []) targets.remove(pod, pod.node!);
  }

  private tableOf(term: AntiAffinityTerm, selectable: PodsByLabel): TermTable {
    const key = JSON.stringify([term.topologyKey, term.namespaces, term.selector]);
    let table = this.tables.get(key);
    if (table) return table;
    const topologyKey = this.reach === 'topology' ? term.topologyKey : undefined;
    table = { term, holders: new Whereabouts(topologyKey), targets: new Whereabouts(topologyKey) };
    this.tables.set(key, table);
    for (const pod of candidatesFor(term, selectable)) {
      if (!term.selects(pod)) continue;
      table.targets.add(pod, pod.node!);
      addToList(this.aimedAt, pod, table);
    }
    return table;
  }
}

function candidatesFor({ namespaces, selector }: AntiAffinityTerm, pods: PodsByLabel): readonly PodView[] {
  const [pair] = Object.entries(selector?.matchLabels ?? {});
  return [...new Set(namespaces)].flatMap((namespace) => pods.inNamespace(namespace, pair));
}

function hasOther(pods: ReadonlySet<PodView> | undefined, { name }: PodView): boolean {
  if (!pods) return false;
  for (const other of pods) {
    if (other.name !== name) return true;
  }
  return false;
}

function addTo<K>(sets: Map<K, Set<PodView>>, key: K, pod: PodView): void {
  const set = sets.get(key);
  if (set) set.add(pod);
  else sets.set(key, new Set([pod]));
}

function addToList<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
