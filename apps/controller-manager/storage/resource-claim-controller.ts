import {
  ApiError,
  Kinds,
  podClaimNamesOf,
  podClaimsOf,
  podConsumer,
  withFields,
  type KubeObject,
  type Pod,
  type ResourceClaim,
} from '@orrery/api-types';
import {
  modificationOf,
  requireKind,
  type ClockPort,
  type ComponentContext,
  type CreateRequest,
  type EventsPort,
  type IdentityPort,
  type KindsPort,
  type LogPort,
  type Modification,
  type ObjectsPort,
  type Removal,
} from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import {
  ClaimIndex,
  isPodDone,
  planClaim,
  plannedClaim,
  planPodClaims,
  WorkSet,
  type WaitingKey,
  type PodClaimsPlan,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & EventsPort & LogPort;

/** Work on one pod, gathered before all of a round is written. */
interface PodWork {
  readonly key: string;
  readonly pod: Pod;
  readonly plan: PodClaimsPlan;
}

interface MadeClaim {
  readonly work: PodWork;
  readonly podClaim: string;
  readonly request: CreateRequest;
}

const CLAIM = requireKind('resource.k8s.io/v1', 'ResourceClaim');
const { resource: CLAIMS } = Kinds.ResourceClaim;

/** Keys that wait for a retry. */
interface ResourceClaimCapture {
  readonly pods: readonly WaitingKey[];
  readonly claims: readonly WaitingKey[];
}

/**
 * Makes the claims of pods from their templates, lists them in the pods' status, removes reservations of pods that have
 * ended, and frees devices that no pod uses (`pkg/controller/resourceclaim` upstream).
 */
export class ResourceClaimController implements Controller {
  private readonly index = new ClaimIndex();
  private readonly pods: WorkSet;
  private readonly claims: WorkSet;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    const { clock } = context.cluster;
    this.pods = new WorkSet(clock, 'resource-claim', () => this.rounds.run());
    this.claims = new WorkSet(clock, 'resource-claim', () => this.rounds.run());
    this.rounds = new Rounds(context, {
      controller: 'resource-claim',
      hasWork: () => this.pods.size > 0 || this.claims.size > 0,
      round: () => this.round(),
    });
  }

  start(captured?: ResourceClaimCapture): void {
    const { cache } = this.context.cluster;
    for (const claim of cache.list(Kinds.ResourceClaim)) this.claimChanged(undefined, claim);
    for (const pod of cache.list(Kinds.Pod)) this.podChanged(undefined, pod as Pod);
    if (!captured) return this.rounds.run();
    this.pods.clear();
    this.claims.clear();
    this.pods.restore(captured.pods);
    this.claims.restore(captured.claims);
  }

  capture(): ResourceClaimCapture {
    return { pods: this.pods.toState(), claims: this.claims.toState() };
  }

  stop(): void {
    this.pods.clear();
    this.claims.clear();
    this.index.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object, previous } of changes) {
      const after = operation === Operation.Delete ? undefined : object;
      if (key.resource === 'pods') this.podChanged(previous as Pod | undefined, after as Pod | undefined);
      else if (key.resource === CLAIMS) {
        this.claimChanged(previous as ResourceClaim | undefined, after as ResourceClaim | undefined);
      }
    }
    this.rounds.run();
  }

  private podChanged(before: Pod | undefined, after: Pod | undefined): void {
    const pod = after ?? before;
    if (!pod || podClaimsOf(pod.spec).length === 0) return;
    this.index.podChanged(before, after);
    const { namespace = '', name } = pod.metadata;
    const key = nameOf(namespace, name);
    if (!after || isPodDone(after)) for (const claim of podClaimNamesOf(pod)) this.claims.add(nameOf(namespace, claim));
    if (!after) this.pods.forget(key);
    else if (after.metadata.deletionTimestamp === undefined && this.isServed()) this.pods.add(key);
  }

  private claimChanged(before: ResourceClaim | undefined, after: ResourceClaim | undefined): void {
    const claim = after ?? before;
    if (!claim) return;
    this.index.claimChanged(before, after);
    const { namespace = '', name } = claim.metadata;
    const key = nameOf(namespace, name);
    if (after) this.claims.add(key);
    else this.claims.forget(key);
    for (const pod of this.index.podsOf(key)) this.pods.add(nameOf(namespace, pod));
  }

  /** Older releases do not have claims, and do not know the field of pods. */
  private isServed(): boolean {
    return this.context.cluster.kinds.byGvk('resource.k8s.io/v1', 'ResourceClaim') !== undefined;
  }

  private async round(): Promise<void> {
    const works: PodWork[] = [];
    const writes: Modification[] = [];
    const removals: Removal[] = [];
    for (let key = this.pods.take(); key !== undefined; key = this.pods.take()) {
      const work = this.planPod(key);
      if (work) works.push(work);
      else this.pods.done(key);
    }
    const claimKeys: string[] = [];
    for (let key = this.claims.take(); key !== undefined; key = this.claims.take()) {
      claimKeys.push(key);
      this.planClaim(key, writes, removals);
    }
    const { cluster, fence } = this.context;
    const failed = await this.writePods(works, writes);
    if (writes.length > 0) await cluster.store.modify(writes, fence);
    if (removals.length > 0) await cluster.store.remove(removals, fence);
    for (const key of claimKeys) this.claims.done(key);
    for (const { key } of works) {
      if (failed.has(key)) this.pods.failed(key);
      else this.pods.done(key);
    }
  }

  private planPod(key: string): PodWork | undefined {
    const { cache } = this.context.cluster;
    const [namespace, name] = key.split('/') as [string, string];
    const pod = cache.get(Kinds.Pod, namespace, name) as Pod | undefined;
    if (!pod) return undefined;
    const claim = (claimName: string) => cache.get(Kinds.ResourceClaim, namespace, claimName);
    const plan = planPodClaims({
      pod,
      claim,
      owned: [...this.index.claimsOf(pod.metadata.uid)].flatMap((claimName) => claim(claimName) ?? []),
      template: (templateName) => cache.get(Kinds.ResourceClaimTemplate, namespace, templateName),
    });
    const { create, list, reserve, failure } = plan;
    return create.length + list.length + reserve.length > 0 || failure ? { key, pod, plan } : undefined;
  }

  private planClaim(key: string, writes: Modification[], removals: Removal[]): void {
    const { cache } = this.context.cluster;
    const [namespace, name] = key.split('/') as [string, string];
    const claim = cache.get(Kinds.ResourceClaim, namespace, name);
    if (!claim) return;
    const plan = planClaim({ claim, pod: (podName) => cache.get(Kinds.Pod, namespace, podName) as Pod | undefined });
    if (plan.reservedFor || plan.isReleased) {
      writes.push(modificationOf(Kinds.ResourceClaim, claim.metadata, (current) => plannedClaim(current, plan, claim)));
    }
    if (plan.isUnneeded) {
      removals.push({ key: { resource: CLAIMS, namespace, name }, uid: claim.metadata.uid, options: {} });
    }
  }

  /** Makes the missing claims and adds the updates of the pods' status to `writes`; returns the pods that failed. */
  private async writePods(works: readonly PodWork[], writes: Modification[]): Promise<ReadonlySet<string>> {
    const { cluster, fence } = this.context;
    const failed = new Set<string>();
    const made = works.flatMap((work) => requestsOf(work));
    const answers =
      made.length > 0
        ? await cluster.store.createMany(
            made.map(({ request }) => request),
            {},
            fence,
          )
        : [];
    const names = new Map<PodWork, Map<string, string>>();
    const name = (work: PodWork, podClaim: string, claimName: string): void => {
      const known = names.get(work) ?? new Map<string, string>();
      names.set(work, known.set(podClaim, claimName));
    };
    answers.forEach((answer, i) => {
      const { work, podClaim } = made[i]!;
      if (!(answer instanceof ApiError)) return name(work, podClaim, answer.metadata.name);
      failed.add(work.key);
      this.warn(work.pod, podClaim, `create ResourceClaim : ${answer.message}`);
    });
    for (const work of works) {
      const { pod, plan, key } = work;
      for (const { podClaim, claimName } of plan.list) name(work, podClaim, claimName);
      for (const claim of plan.reserve) writes.push(reserving(claim, pod));
      if (!plan.failure) continue;
      failed.add(key);
      this.warn(pod, plan.failure.podClaim, plan.failure.text);
    }
    for (const [{ pod }, found] of names) writes.push(naming(pod, found));
    return failed;
  }

  private warn({ metadata }: KubeObject, podClaim: string, detail: string): void {
    const { name, namespace = '', uid, resourceVersion } = metadata;
    const note = {
      type: 'Warning' as const,
      reason: 'FailedResourceClaimCreation',
      message: `PodResourceClaim ${podClaim}: ${detail}`,
      component: 'resource_claim',
      involvedObject: { apiVersion: 'v1', kind: 'Pod', name, namespace, uid, resourceVersion },
    };
    this.context.cluster.events.record([note], this.context.fence);
  }
}

function requestsOf(work: PodWork): MadeClaim[] {
  const { namespace = '' } = work.pod.metadata;
  return work.plan.create.map(({ podClaim, body }) => ({
    work,
    podClaim,
    request: { kind: CLAIM, namespace, input: body },
  }));
}

/** The pod's status with the claims that were made for it. */
function naming({ metadata, spec }: Pod, names: ReadonlyMap<string, string>): Modification {
  return modificationOf(Kinds.Pod, metadata, (current) => {
    if (current.metadata.uid !== metadata.uid) return undefined;
    const known = new Map((current.status?.resourceClaimStatuses ?? []).map((entry) => [entry.name, entry]));
    for (const [name, resourceClaimName] of names) known.set(name, { name, resourceClaimName });
    const order = podClaimsOf(spec).map(({ name }) => name);
    const resourceClaimStatuses = [...known.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    return { ...current, status: withFields(current.status ?? {}, { resourceClaimStatuses }) };
  });
}

function reserving({ metadata }: ResourceClaim, pod: Pod): Modification {
  return modificationOf(Kinds.ResourceClaim, metadata, (current) => {
    const { status } = current;
    if (current.metadata.uid !== metadata.uid || !status?.allocation) return undefined;
    if (status.reservedFor?.some(({ uid }) => uid === pod.metadata.uid)) return undefined;
    return { ...current, status: { ...status, reservedFor: [...(status.reservedFor ?? []), podConsumer(pod)] } };
  });
}
