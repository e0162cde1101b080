import type { ClusterSnapshot } from './cluster-snapshot';
import { requiredAntiAffinityTerms } from './anti-affinity-term';
import type { NodeView, PodView } from './cluster-views';
import { PlacementShapes } from './placement-shape';
import type { Amounts } from './pod-requests';

/** Returns true if a check beyond the descheduler's own rules accepts the pod on a node as well. */
export type SchedulerFit = (pod: PodView, node: NodeView) => boolean;

/** Nodes with room for pods of one shape and size. Room is only ever freed within a cycle, so found nodes stay good. */
interface RoomSearch {
  readonly found: NodeView[];
  /** Number of nodes of the list that were examined. */
  scanned: number;
  /** Number of entries of the snapshot's list of freed nodes that were examined. */
  freedSeen: number;
  readonly looked: Set<NodeView>;
}

/**
 * Check that pods fit on nodes, by the rules of the descheduler's node fit (v0.34 `pkg/descheduler/node/node.go`): not
 * cordoned, node selector and required affinity match, hard taints tolerated, no active pod hit by the pod's own
 * required anti-affinity, and room for its requests. `alsoAsks` adds a further check, such as the cluster's scheduler.
 */
export class NodeFit {
  readonly shapes = new PlacementShapes();
  private readonly searches = new Map<readonly NodeView[], Map<string, RoomSearch>>();
  private readonly sizes = new Map<PodView, string>();

  constructor(
    private readonly cluster: ClusterSnapshot,
    private readonly alsoAsks?: SchedulerFit,
  ) {}

  /** Returns whether the pod fits on the node. Its own node needs no room for it. */
  fits(pod: PodView, node: NodeView): boolean {
    if (node.isCordoned) return false;
    const shape = this.shapes.of(pod);
    if (!shape.selects(node) || !shape.toleratesHardTaints(node)) return false;
    if (isKeptOffByOwnTerms(pod, node)) return false;
    if (pod.node !== node && !hasRoom(pod.requests.occupied, node)) return false;
    return this.alsoAsks?.(pod, node) ?? true;
  }

  /** Returns whether the pod fits on one of the nodes, its own included. */
  fitsAny(pod: PodView, nodes: readonly NodeView[]): boolean {
    if (pod.node && nodes.includes(pod.node) && this.fits(pod, pod.node)) return true;
    return this.fitsAnyOther(pod, nodes);
  }

  /** Returns whether the pod fits on one of the nodes that is not its own. */
  fitsAnyOther(pod: PodView, nodes: readonly NodeView[]): boolean {
    if (this.alsoAsks || requiredAntiAffinityTerms(pod.pod).length > 0) {
      return nodes.some((node) => node !== pod.node && this.fits(pod, node));
    }
    const search = this.searchFor(pod, nodes);
    // Two found nodes answer every pod of the shape: at most one of them is its own.
    if (search.found.some((node) => node !== pod.node)) return true;
    return this.continueSearch(search, pod, nodes);
  }

  private searchFor(pod: PodView, nodes: readonly NodeView[]): RoomSearch {
    let ofList = this.searches.get(nodes);
    if (!ofList) this.searches.set(nodes, (ofList = new Map()));
    const key = `${this.shapes.of(pod).id} ${this.sizeOf(pod)}`;
    let search = ofList.get(key);
    if (!search) {
      search = { found: [], scanned: 0, freedSeen: this.cluster.freed.length, looked: new Set() };
      ofList.set(key, search);
    }
    return search;
  }

  private continueSearch(search: RoomSearch, pod: PodView, nodes: readonly NodeView[]): boolean {
    const { freed } = this.cluster;
    const shape = this.shapes.of(pod);
    const takes = (node: NodeView): boolean =>
      !node.isCordoned &&
      shape.selects(node) &&
      shape.toleratesHardTaints(node) &&
      hasRoom(pod.requests.occupied, node);
    for (; search.freedSeen < freed.length; search.freedSeen++) {
      const node = freed[search.freedSeen]!;
      if (search.looked.has(node) && !search.found.includes(node) && takes(node)) search.found.push(node);
    }
    if (search.found.some((node) => node !== pod.node)) return true;
    while (search.scanned < nodes.length) {
      const node = nodes[search.scanned++]!;
      search.looked.add(node);
      if (!takes(node)) continue;
      search.found.push(node);
      if (node !== pod.node) return true;
    }
    return false;
  }

  private sizeOf(pod: PodView): string {
    let size = this.sizes.get(pod);
    if (size === undefined) {
      const { occupied } = pod.requests;
      size = Object.keys(occupied)
        .sort()
        .map((resource) => `${resource}=${occupied[resource]}`)
        .join();
      this.sizes.set(pod, size);
    }
    return size;
  }
}

/** Returns whether every requested amount and one more pod fit into what the node's active pods leave. */
function hasRoom(requests: Amounts, node: NodeView): boolean {
  const { allocatable, used } = node;
  for (const resource in requests) {
    if (requests[resource]! > (allocatable[resource] ?? 0) - (used[resource] ?? 0)) return false;
  }
  return (allocatable['pods'] ?? 0) - used['pods']! > 0;
}

function isKeptOffByOwnTerms(pod: PodView, node: NodeView): boolean {
  for (const term of requiredAntiAffinityTerms(pod.pod)) {
    if (node.label(term.topologyKey) === undefined) continue;
    for (const other of node.pods) {
      if (!other.isGone && !other.isFinished && other.name !== pod.name && term.selects(other)) return true;
    }
  }
  return false;
}
