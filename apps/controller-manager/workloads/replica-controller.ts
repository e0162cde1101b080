import type { KubeObject, LabelSelector, Pod, PodTemplateSpec, ReplicaSetStatus } from '@orrery/api-types';
import type { LeavableController } from '@orrery/cluster-state';
import { requireKind } from '@orrery/control-plane';
import type { Change } from '@orrery/store';
import {
  claim,
  controllerOf,
  isActive,
  isTerminating,
  planReplicas,
  podFromTemplate,
  replicaStatus,
  type ReplicaFailure,
  type ReplicaPlan,
} from '@orrery/workloads';
import { changesReplicas, endsTermination, isTerminalUpdate } from './pod-updates';
import type { Reconciliation } from './reconciliation';
import type { WorkloadController } from './workload-controller';

const POD = requireKind('v1', 'Pod');
const PODS = 'pods';

/** Differences between ReplicaSets and ReplicationControllers. */
export interface ReplicaKind {
  readonly resource: string;
  readonly component: string;
  readonly does: LeavableController;
  selectorOf(object: KubeObject): LabelSelector | undefined;
}

export const REPLICA_SETS: ReplicaKind = {
  resource: 'replicasets.apps',
  component: 'replicaset-controller',
  does: 'replicaset-controller',
  selectorOf: ({ spec }) => (spec as { selector?: LabelSelector } | undefined)?.selector,
};

/** The selector of a replication controller is a plain map; it is wrapped once for each version of it. */
const wrapped = new WeakMap<object, LabelSelector>();

export const REPLICATION_CONTROLLERS: ReplicaKind = {
  resource: 'replicationcontrollers',
  component: 'replication-controller',
  does: 'replicationcontroller-controller',
  selectorOf: ({ spec }) => {
    const labels = (spec as { selector?: Record<string, string> } | undefined)?.selector;
    if (!labels) return undefined;
    let selector = wrapped.get(labels);
    if (!selector) wrapped.set(labels, (selector = { matchLabels: labels }));
    return selector;
  },
};

interface ReplicaSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly template?: PodTemplateSpec;
}

/** Keeps the requested number of pods of one template. */
export class ReplicaController implements WorkloadController {
  readonly resource: string;
  readonly component: string;
  readonly does: LeavableController;
  readonly dependents = [PODS];

  /** @param countsTerminating true if its status says how many pods are being deleted */
  constructor(
    private readonly kind: ReplicaKind,
    private readonly countsTerminating = false,
  ) {
    this.resource = kind.resource;
    this.component = kind.component;
    this.does = kind.does;
  }

  selectorOf(object: KubeObject): LabelSelector | undefined {
    return this.kind.selectorOf(object);
  }

  concerns(change: Change): boolean {
    return changesReplicas(change) || (this.countsTerminating && endsTermination(change));
  }

  /** Returns true for a change that only frees room: only active pods are claimed, and mostly only those are counted. */
  onlyFreesRoom(change: Change): boolean {
    return isTerminalUpdate(change) && !(this.countsTerminating && endsTermination(change));
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const claimed = await this.claimPods(object, reconciliation);
    const spec = (object.spec ?? {}) as ReplicaSpec;
    const plan = planReplicas({
      owner: object,
      replicas: spec.replicas ?? 1,
      active: claimed,
      related: () => relatedPods(object, reconciliation),
      knobs: reconciliation.knobs,
    });
    // Mostly the pods are as many as they should be, and only their state has changed.
    const isSettled = plan.creations === 0 && plan.deletions.length === 0;
    const failure = isSettled ? undefined : await carryOut(plan, object, reconciliation);
    const active = isSettled ? claimed : this.activePods(object, reconciliation);
    const { status, recheckAtMs } = replicaStatus({
      current: object.status as ReplicaSetStatus | undefined,
      generation: object.metadata.generation,
      templateLabels: spec.template?.metadata?.labels,
      minReadySeconds: spec.minReadySeconds ?? 0,
      active,
      terminating: this.countsTerminating ? terminatingPods(object, reconciliation) : undefined,
      failure,
      nowMs: reconciliation.nowMs,
    });
    if (status) await reconciliation.writeStatus(status);
    reconciliation.recheckAt(recheckAtMs);
    if (failure) reconciliation.retryLater();
  }

  /** The owner's active pods, after those that match came and those that do not went. */
  private async claimPods(object: KubeObject, reconciliation: Reconciliation): Promise<readonly Pod[]> {
    const { namespace = '' } = object.metadata;
    const index = reconciliation.state.index<Pod>(PODS);
    const selector = this.selectorOf(object);
    const owned = this.activePods(object, reconciliation);
    const claimed = claim({
      owner: object,
      selector,
      owned,
      orphans: index.orphansFor(namespace, selector).filter(isActive),
    });
    if (claimed.adopted.length === 0 && claimed.released.length === 0) return owned;
    await reconciliation.changeOwners(claimed);
    return this.activePods(object, reconciliation);
  }

  private activePods({ metadata }: KubeObject, { state }: Reconciliation): Pod[] {
    return state.index<Pod>(PODS).ownedBy(metadata.uid).filter(isActive);
  }
}

function terminatingPods({ metadata }: KubeObject, { state }: Reconciliation): number {
  return state.index<Pod>(PODS).ownedBy(metadata.uid).filter(isTerminating).length;
}

/** Pods of all that share the owner's own controller, as the ReplicaSets of one Deployment do. */
function relatedPods(object: KubeObject, { state }: Reconciliation): Pod[] {
  const pods = state.index<Pod>(PODS);
  const reference = controllerOf(object);
  const siblings = reference ? state.siblingsOf(object, reference.uid) : [object];
  return siblings.flatMap(({ metadata }) => pods.ownedBy(metadata.uid).filter(isActive));
}

async function carryOut(
  plan: ReplicaPlan,
  object: KubeObject,
  reconciliation: Reconciliation,
): Promise<ReplicaFailure | undefined> {
  if (plan.creations > 0) {
    const { template } = object.spec as ReplicaSpec;
    const creations = Array.from({ length: plan.creations }, () => ({
      kind: POD,
      input: podFromTemplate(object, template, reconciliation.newPodName()),
    }));
    const { failure } = await reconciliation.createSlowly(creations);
    return failed('FailedCreate', failure);
  }
  const failure = await reconciliation.remove(plan.deletions);
  return failed('FailedDelete', failure);
}

function failed(reason: ReplicaFailure['reason'], message: string | undefined): ReplicaFailure | undefined {
  return message === undefined ? undefined : { reason, message };
}
