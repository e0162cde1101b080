import type { Deployment, KubeObject, Pod, ReplicaSet } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';

/** Limits of a rollout, in pods. */
export interface RolloutBounds {
  readonly deployment: string;
  readonly replicas: number;
  readonly surge: number;
  readonly unavailable: number;
}

/**
 * Checks at every revision of a cluster's history that a Deployment never asked for more pods than it may, that none of
 * its ReplicaSets had more than it was ever asked for, and, once all were ready, that never too few were; answers with
 * the violations, each with its revision. Only for histories in which only the controllers delete pods.
 */
export function checkRollout(history: readonly Omit<Change, 'previous'>[], bounds: RolloutBounds): string[] {
  const watch = new RolloutWatch(bounds);
  for (const change of history) watch.take(change);
  return watch.violations;
}

class RolloutWatch {
  readonly violations: string[] = [];
  /** Maximum number of pods that were ready at once. */
  private mostReady = 0;
  private readonly sets = new Map<string, ReplicaSet>();
  private readonly mostAsked = new Map<string, number>();
  private readonly pods = new Map<string, Pod>();
  private readonly perSet = new Map<string, number>();
  private ready = 0;

  constructor(private readonly bounds: RolloutBounds) {}

  take({ key, operation, object, revision }: Omit<Change, 'previous'>): void {
    const next = operation === Operation.Delete ? undefined : (object as KubeObject);
    if (key.resource === 'replicasets.apps') this.takeSet(object.metadata.uid, next);
    else if (key.resource === 'pods') this.takePod(object.metadata.uid, next);
    else return;
    this.check(revision);
  }

  private takeSet(uid: string, object: KubeObject | undefined): void {
    const set = object as ReplicaSet | undefined;
    if (!set) this.sets.delete(uid);
    else if (set.metadata.ownerReferences?.some(({ name }) => name === this.bounds.deployment)) {
      this.sets.set(uid, set);
      this.mostAsked.set(uid, Math.max(this.mostAsked.get(uid) ?? 0, set.spec.replicas ?? 0));
    }
  }

  private takePod(uid: string, object: KubeObject | undefined): void {
    this.count(this.pods.get(uid), -1);
    this.pods.delete(uid);
    const pod = object as unknown as Pod | undefined;
    if (!pod || pod.metadata.deletionTimestamp || !this.mostAsked.has(ownerOf(pod))) return;
    this.pods.set(uid, pod);
    this.count(pod, 1);
  }

  private count(pod: Pod | undefined, sign: 1 | -1): void {
    if (!pod) return;
    this.perSet.set(ownerOf(pod), (this.perSet.get(ownerOf(pod)) ?? 0) + sign);
    if (pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) this.ready += sign;
  }

  private check(revision: number): void {
    const { replicas, surge, unavailable } = this.bounds;
    let asked = 0;
    for (const { spec } of this.sets.values()) asked += spec.replicas ?? 0;
    if (asked > replicas + surge) this.violations.push(`revision ${revision}: ${asked} pods are asked for`);
    for (const [uid, count] of this.perSet) {
      const most = this.mostAsked.get(uid) ?? 0;
      if (count > most) this.violations.push(`revision ${revision}: ${count} pods of a ReplicaSet of ${most}`);
    }
    this.mostReady = Math.max(this.mostReady, this.ready);
    if (this.mostReady >= replicas && this.ready < replicas - unavailable) {
      this.violations.push(`revision ${revision}: only ${this.ready} pods are ready`);
    }
  }
}

function ownerOf({ metadata }: Pod): string {
  return metadata.ownerReferences?.find(({ controller }) => controller)?.uid ?? '';
}

/** Returns whether a Deployment has reached its desired state. */
export function isRolledOut({ metadata, spec, status }: Deployment): boolean {
  const { replicas = 1 } = spec;
  const counts = [status?.replicas, status?.updatedReplicas, status?.availableReplicas];
  return status?.observedGeneration === metadata.generation && counts.every((count) => count === replicas);
}
