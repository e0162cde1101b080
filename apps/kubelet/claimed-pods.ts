import { Kinds, isReservedFor, podClaimName, podClaimsOf, type Pod } from '@orrery/api-types';
import type { ComponentContext, EventsPort, KindsPort, ObjectsPort } from '@orrery/control-plane';
import { nameOf, type Change } from '@orrery/store';

/** Ports used by this class. */
type Ports = KindsPort & ObjectsPort & EventsPort;

const { resource: CLAIMS } = Kinds.ResourceClaim;

/**
 * Holds pods back whose claims of devices are not reserved for them: their containers are not created. Pods that the
 * scheduler placed have theirs; those that name their node themselves may have to wait.
 */
export class ClaimedPods {
  /** The reason why pods wait, by `namespace/name`. */
  private readonly waiting = new Map<string, string>();

  constructor(private readonly context: ComponentContext<Ports>) {}

  /** Returns whether a claim of the pod is missing or not reserved for it; says so once for each reason. */
  mustWait(pod: Pod): boolean {
    const { metadata, status } = pod;
    const key = nameOf(metadata.namespace ?? '', metadata.name);
    const hasStarted = (status?.containerStatuses ?? []).some(({ state }) => state?.running ?? state?.terminated);
    const isOpen = podClaimsOf(pod.spec).length > 0 && metadata.deletionTimestamp === undefined && !hasStarted;
    const problem = isOpen && this.isServed() ? this.problemOf(pod) : undefined;
    if (problem === undefined) {
      this.waiting.delete(key);
      return false;
    }
    if (this.waiting.get(key) === problem) return true;
    this.waiting.set(key, problem);
    const { name, namespace = '', uid } = metadata;
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', name, namespace, uid };
    const message = `Failed to prepare dynamic resources: ${problem}`;
    const reason = 'FailedPrepareDynamicResources';
    const note = { involvedObject, type: 'Warning', reason, message, component: 'kubelet' } as const;
    this.context.cluster.events.record([note], this.context.fence);
    return true;
  }

  /** Returns why pods wait, as plain data. */
  capture(): readonly (readonly [pod: string, problem: string])[] {
    return [...this.waiting];
  }

  /** Restores the state that {@link capture} returned. */
  restore(waiting: readonly (readonly [pod: string, problem: string])[]): void {
    for (const [pod, problem] of waiting) this.waiting.set(pod, problem);
  }

  /** The pod is gone. */
  forget(pod: Pod): void {
    this.waiting.delete(nameOf(pod.metadata.namespace ?? '', pod.metadata.name));
  }

  /** Pods that wait and use a claim that changed. */
  concernedBy(changes: readonly Change[]): Pod[] {
    if (this.waiting.size === 0) return [];
    const changed = new Set(
      changes.filter(({ key }) => key.resource === CLAIMS).map(({ key }) => nameOf(key.namespace, key.name)),
    );
    if (changed.size === 0) return [];
    return [...this.waiting.keys()].flatMap((key) => {
      const [namespace, name] = key.split('/') as [string, string];
      const pod = this.context.cluster.cache.get(Kinds.Pod, namespace, name) as Pod | undefined;
      const uses = pod && podClaimsOf(pod.spec).map((claim) => podClaimName(pod, claim).name ?? '');
      return uses?.some((claim) => changed.has(nameOf(namespace, claim))) ? [pod!] : [];
    });
  }

  /** Older releases do not know the field of pods. */
  private isServed(): boolean {
    return this.context.cluster.kinds.byGvk('resource.k8s.io/v1', 'ResourceClaim') !== undefined;
  }

  /** As `PrepareResources` of `pkg/kubelet/cm/dra/manager.go` says it. */
  private problemOf(pod: Pod): string | undefined {
    const { namespace = '', name: podName, uid } = pod.metadata;
    for (const podClaim of podClaimsOf(pod.spec)) {
      const { name, error } = podClaimName(pod, podClaim);
      if (error !== undefined) return `prepare resource claim: ${error}`;
      if (name === undefined) continue;
      const claim = this.context.cluster.cache.get(Kinds.ResourceClaim, namespace, name);
      if (!claim) {
        const missing = `resourceclaims.resource.k8s.io "${name}" not found`;
        return `failed to fetch ResourceClaim ${name} referenced by pod ${podName}: ${missing}`;
      }
      if (!claim.status?.allocation || !isReservedFor(uid, claim)) {
        return `pod ${podName}(${uid}) is not allowed to use resource claim ${name}(${claim.metadata.uid})`;
      }
    }
    return undefined;
  }
}
