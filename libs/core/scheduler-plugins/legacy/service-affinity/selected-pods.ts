import type { CacheObserver, NodeInfo, PluginHandle, PodInfo } from '@orrery/scheduling';

/** Maximum number of selections kept; the one unused for longest is dropped first. */
const MAX_SELECTIONS = 256;

/** Pods of one namespace that carry certain labels, by the node they are on. */
export interface PodSelection {
  /** By node name, pods by uid in the order in which they came. */
  readonly byNode: ReadonlyMap<string, ReadonlyMap<string, PodInfo>>;
  /** Number of them that are not terminating, by node name; nodes without any are absent. */
  readonly livingByNode: ReadonlyMap<string, number>;
}

interface Selection {
  readonly namespace: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly byNode: Map<string, Map<string, PodInfo>>;
  readonly livingByNode: Map<string, number>;
}

/**
 * Pods of a namespace that carry given labels, answered from tables that every change of the cache keeps up to date, so
 * that a cycle visits no pods. A table is made at the first lookup.
 */
export class SelectedPods implements CacheObserver {
  private readonly selections = new Map<string, Selection>();
  private readonly byNamespace = new Map<string, Set<Selection>>();
  /** Every pod of the cache by namespace and uid, with its node: what a new table is made of. */
  private readonly pods = new Map<string, Map<string, { readonly pod: PodInfo; readonly node: string }>>();

  constructor(handle: PluginHandle) {
    handle.observe(this);
  }

  /** Pods in the namespace whose labels contain all of `labels`; the answer changes with the cache. */
  select(namespace: string, labels: Readonly<Record<string, string>>): PodSelection {
    const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const key = JSON.stringify([namespace, pairs]);
    const known = this.selections.get(key);
    if (known) {
      this.selections.delete(key);
      this.selections.set(key, known);
      return known;
    }
    const selection: Selection = { namespace, pairs, byNode: new Map(), livingByNode: new Map() };
    for (const { pod, node } of this.pods.get(namespace)?.values() ?? []) include(selection, pod, node);
    this.selections.set(key, selection);
    const peers = this.byNamespace.get(namespace) ?? new Set();
    this.byNamespace.set(namespace, peers.add(selection));
    if (this.selections.size > MAX_SELECTIONS) this.dropOldest();
    return selection;
  }

  podAdded(pod: PodInfo, { name }: NodeInfo): void {
    const namespace = pod.pod.metadata.namespace ?? '';
    let pods = this.pods.get(namespace);
    if (!pods) this.pods.set(namespace, (pods = new Map()));
    pods.set(pod.uid, { pod, node: name });
    for (const selection of this.byNamespace.get(namespace) ?? []) include(selection, pod, name);
  }

  podRemoved(pod: PodInfo, { name }: NodeInfo): void {
    const namespace = pod.pod.metadata.namespace ?? '';
    const pods = this.pods.get(namespace);
    pods?.delete(pod.uid);
    if (pods?.size === 0) this.pods.delete(namespace);
    for (const selection of this.byNamespace.get(namespace) ?? []) exclude(selection, pod, name);
  }

  private dropOldest(): void {
    for (const [key, selection] of this.selections) {
      this.selections.delete(key);
      const peers = this.byNamespace.get(selection.namespace);
      peers?.delete(selection);
      if (peers?.size === 0) this.byNamespace.delete(selection.namespace);
      return;
    }
  }
}

function include(selection: Selection, pod: PodInfo, node: string): void {
  if (!carriesLabels(pod, selection.pairs)) return;
  const onNode = selection.byNode.get(node);
  if (onNode) onNode.set(pod.uid, pod);
  else selection.byNode.set(node, new Map([[pod.uid, pod]]));
  countLiving(selection, pod, node, 1);
}

function exclude(selection: Selection, pod: PodInfo, node: string): void {
  const onNode = selection.byNode.get(node);
  if (!onNode?.delete(pod.uid)) return;
  if (onNode.size === 0) selection.byNode.delete(node);
  countLiving(selection, pod, node, -1);
}

function countLiving({ livingByNode }: Selection, { pod }: PodInfo, node: string, change: 1 | -1): void {
  if (pod.metadata.deletionTimestamp) return;
  const count = (livingByNode.get(node) ?? 0) + change;
  if (count > 0) livingByNode.set(node, count);
  else livingByNode.delete(node);
}

/** Returns whether the pod has all these labels. */
export function carriesLabels({ pod }: PodInfo, pairs: readonly (readonly [string, string])[]): boolean {
  const labels = pod.metadata.labels;
  for (const [key, value] of pairs) {
    if (labels === undefined || !Object.hasOwn(labels, key) || labels[key] !== value) return false;
  }
  return true;
}
