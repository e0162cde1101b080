import { isTerminalPhase, qosClass, QosClass, type Node, type OwnerReference, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { amountsOf, podRequests, type Amounts, type PodRequests } from './pod-requests';

const QOS_RANK: Readonly<Record<QosClass, number>> = {
  [QosClass.BestEffort]: 0,
  [QosClass.Burstable]: 1,
  [QosClass.Guaranteed]: 2,
};

const NO_OWNERS: readonly OwnerReference[] = [];

/** Pod of the snapshot, with values that strategies use repeatedly computed once. */
export class PodView {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly priority: number | undefined;
  readonly isTerminating: boolean;
  /** Succeeded or Failed: occupies nothing on its node. */
  readonly isFinished: boolean;
  /** Evicted in this cycle: no later step counts or evicts it. */
  isGone = false;
  private knownCreatedMs: number | undefined;
  private knownRequests: PodRequests | undefined;
  private knownQosRank: number | undefined;

  constructor(
    readonly pod: Pod,
    readonly node: NodeView | undefined,
  ) {
    const { metadata, spec, status } = pod;
    this.name = metadata.name;
    this.namespace = metadata.namespace ?? '';
    this.uid = metadata.uid ?? '';
    this.priority = spec.priority ?? undefined;
    this.isTerminating = metadata.deletionTimestamp != null;
    this.isFinished = isTerminalPhase(status?.phase);
  }

  /** `namespace/name`. */
  get key(): string {
    return `${this.namespace}/${this.name}`;
  }

  get createdMs(): number {
    return (this.knownCreatedMs ??= parseTimeMs(this.pod.metadata.creationTimestamp) ?? 0);
  }

  get owners(): readonly OwnerReference[] {
    return this.pod.metadata.ownerReferences ?? NO_OWNERS;
  }

  get requests(): PodRequests {
    return (this.knownRequests ??= podRequests(this.pod));
  }

  /** BestEffort 0, Burstable 1, Guaranteed 2. */
  get qosRank(): number {
    return (this.knownQosRank ??= QOS_RANK[qosClass(this.pod)]);
  }

  hasAnnotation(name: string): boolean {
    const annotations = this.pod.metadata.annotations;
    return annotations !== undefined && Object.hasOwn(annotations, name);
  }
}

/** A node of the snapshot with its pods and what they occupy. */
export class NodeView {
  readonly name: string;
  readonly isCordoned: boolean;
  readonly isReady: boolean;
  readonly allocatable: Amounts;
  /** Amounts that percentages refer to: allocatable, or capacity where nothing is allocatable. */
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
