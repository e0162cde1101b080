import type { Node } from '@orrery/api-types';
import { amountsOf, type Amounts } from './pod-requests';
import type { PodView } from './pod-view';

/** A node of the snapshot with its pods and what they occupy. */
export class NodeView {
  readonly name: string;
  readonly isCordoned: boolean;
  readonly isReady: boolean;
  readonly allocatable: Amounts;
  /** What percentages refer to: allocatable, or capacity where nothing is allocatable. */
  readonly capacity: Amounts;
  /** All pods of the node by (creation, namespace, name), evicted ones included; see {@link alivePods}. */
  readonly pods: PodView[] = [];
  /** Requests of the active pods; `pods` is their number. */
  readonly used: Record<string, number> = Object.create(null) as Record<string, number>;

  /** @param index place among all nodes by name */
  constructor(
    readonly node: Node,
    readonly index: number,
  ) {
    this.name = node.metadata.name;
    this.isCordoned = node.spec?.unschedulable === true;
    const ready = (node.status?.conditions ?? []).find(({ type }) => type === 'Ready');
    this.isReady = ready === undefined || ready.status === 'True';
    this.allocatable = amountsOf(node.status?.allocatable);
    this.capacity = Object.keys(this.allocatable).length > 0 ? this.allocatable : amountsOf(node.status?.capacity);
    this.used['pods'] = 0;
  }

  /** The value of a label; undefined without it. */
  label(key: string): string | undefined {
    const labels = this.node.metadata.labels;
    return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  }

  /** Pods that are still there, finished ones included. */
  alivePods(): PodView[] {
    return this.pods.filter(({ isGone }) => !isGone);
  }

  /** Pods that are still there and neither succeeded nor failed. */
  activePods(): PodView[] {
    return this.pods.filter(({ isGone, isFinished }) => !isGone && !isFinished);
  }

  /** Counts an active pod in (`sign` 1) or out (-1). */
  occupy(pod: PodView, sign: 1 | -1): void {
    if (pod.isFinished) return;
    const { used } = this;
    const amounts = pod.requests.occupied;
    for (const resource in amounts) {
      if (resource !== 'pods') used[resource] = (used[resource] ?? 0) + sign * amounts[resource]!;
    }
    used['pods']! += sign;
  }
}
