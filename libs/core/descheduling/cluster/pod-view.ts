import { isTerminalPhase, qosClass, QosClass, type OwnerReference, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import type { NodeView } from './node-view';
import { podRequests, type PodRequests } from './pod-requests';

const QOS_RANK: Readonly<Record<QosClass, number>> = {
  [QosClass.BestEffort]: 0,
  [QosClass.Burstable]: 1,
  [QosClass.Guaranteed]: 2,
};

const NO_OWNERS: readonly OwnerReference[] = [];

/** A pod of the snapshot, with what strategies ask again and again worked out once. */
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
