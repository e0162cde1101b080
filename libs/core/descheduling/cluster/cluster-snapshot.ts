import type {
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
} from '@orrery/api-types';
import { NodeView, PodView } from './cluster-views';

/** Objects that a cycle reads. Pods must have names and namespaces; no other field needs defaults. */
export interface ClusterObjects {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly namespaces?: readonly Namespace[];
  readonly priorityClasses?: readonly PriorityClass[];
  readonly podDisruptionBudgets?: readonly PodDisruptionBudget[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[];
}

/**
 * The cluster as one cycle sees it: objects do not change, but pods evicted in the cycle are gone for everything that
 * comes later. Nodes are in order of their names; the pods of a node in order of (creation, namespace, name).
 */
export class ClusterSnapshot {
  readonly nodes: readonly NodeView[];
  readonly pods: readonly PodView[];
  /** Nodes in the order in which evictions freed room on them. */
  readonly freed: NodeView[] = [];
  private readonly nodesByName = new Map<string, NodeView>();
  private readonly podsByOwnerUid = new Map<string, number>();
  private readonly budgetsByNamespace = new Map<string, readonly PodDisruptionBudget[]>();

  constructor(readonly objects: ClusterObjects) {
    const sorted = [...objects.nodes].sort((a, b) => compareText(a.metadata.name, b.metadata.name));
    this.nodes = sorted.map((node, index) => new NodeView(node, index));
    for (const node of this.nodes) this.nodesByName.set(node.name, node);
    this.pods = objects.pods.map((pod) => new PodView(pod, this.nodesByName.get(pod.spec.nodeName ?? '')));
    for (const pod of this.pods) {
      pod.node?.pods.push(pod);
      pod.node?.occupy(pod, 1);
      this.countOwners(pod, 1);
    }
    for (const { pods } of this.nodes) pods.sort(byCreation);
    for (const budget of objects.podDisruptionBudgets ?? []) {
      const namespace = budget.metadata.namespace ?? '';
      this.budgetsByNamespace.set(namespace, [...this.budgetsIn(namespace), budget]);
    }
  }

  node(name: string): NodeView | undefined {
    return this.nodesByName.get(name);
  }

  /** Returns how many pods that are still there name this owner. */
  podsOfOwner(uid: string): number {
    return this.podsByOwnerUid.get(uid) ?? 0;
  }

  budgetsIn(namespace: string): readonly PodDisruptionBudget[] {
    return this.budgetsByNamespace.get(namespace) ?? [];
  }

  /** Takes an evicted pod out of everything that is counted from now on. */
  remove(pod: PodView): void {
    if (pod.isGone) return;
    pod.isGone = true;
    this.countOwners(pod, -1);
    if (!pod.node) return;
    pod.node.occupy(pod, -1);
    this.freed.push(pod.node);
  }

  private countOwners(pod: PodView, change: 1 | -1): void {
    for (const { uid } of pod.owners) this.podsByOwnerUid.set(uid, this.podsOfOwner(uid) + change);
  }
}

/** Oldest first; ties by namespace and name. */
function byCreation(a: PodView, b: PodView): number {
  return compareCreation(a, b) || compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}

/** Times in one notation of UTC are compared as texts: reading fifty thousand of them would take longer than a strategy. */
function compareCreation(a: PodView, b: PodView): number {
  const [first = '', second = ''] = [a.pod.metadata.creationTimestamp, b.pod.metadata.creationTimestamp];
  if (first === second) return 0;
  const isSameNotation = first.length === second.length && first.endsWith('Z') && second.endsWith('Z');
  return isSameNotation ? compareText(first, second) : a.createdMs - b.createdMs;
}

/** Code unit order, as Go compares strings of the API's names. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
