import type { Deployment, DeploymentCondition } from '@orrery/api-types';
import type { WorkloadKnobs } from '../workload-knobs';
import { setCondition, type ConditionUpdate } from './conditions';
import { DeploymentAnnotation } from './deployment-constants';
import { isActiveSet, type ReplicaSetDraft } from './replica-set-draft';
import { rolloutLimits, type RolloutLimits } from './rollout-limits';

/** Event of a Deployment. */
export interface DeploymentNote {
  readonly reason: string;
  readonly message: string;
  /** `Normal` if left out. */
  readonly type?: 'Warning';
}

export interface RolloutDraftOptions {
  readonly deployment: Deployment;
  readonly newSet: ReplicaSetDraft | undefined;
  /** All but {@link newSet}. */
  readonly oldSets: readonly ReplicaSetDraft[];
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

/** Step of a Deployment while it is planned. */
export class RolloutDraft {
  readonly deployment: Deployment;
  readonly limits: RolloutLimits;
  readonly oldSets: readonly ReplicaSetDraft[];
  readonly nowMs: number;
  newSet: ReplicaSetDraft | undefined;
  /** ReplicaSets of the past that are no longer kept. */
  readonly deletions: ReplicaSetDraft[] = [];
  readonly notes: DeploymentNote[] = [];
  conditions: readonly DeploymentCondition[];
  private readonly knobs: WorkloadKnobs;
  private revision: string | undefined;

  constructor({ deployment, newSet, oldSets, knobs, nowMs }: RolloutDraftOptions) {
    this.deployment = deployment;
    this.limits = rolloutLimits(deployment);
    this.newSet = newSet;
    this.oldSets = oldSets;
    this.knobs = knobs;
    this.nowMs = nowMs;
    this.conditions = deployment.status?.conditions ?? [];
    this.revision = deployment.metadata.annotations?.[DeploymentAnnotation.Revision];
  }

  /** True if the pods that are being deleted are counted. */
  get countsTerminating(): boolean {
    return this.knobs.countsTerminating;
  }

  /** All ReplicaSets, the new one last. */
  get allSets(): readonly ReplicaSetDraft[] {
    return this.newSet ? [...this.oldSets, this.newSet] : this.oldSets;
  }

  get activeOldSets(): readonly ReplicaSetDraft[] {
    return this.oldSets.filter(isActiveSet);
  }

  /** The Deployment's annotations after this step; the given ones where nothing changes. */
  get annotations(): Record<string, string> | undefined {
    const { annotations } = this.deployment.metadata;
    if (this.revision === annotations?.[DeploymentAnnotation.Revision]) return annotations;
    return { ...annotations, [DeploymentAnnotation.Revision]: this.revision! };
  }

  setRevision(revision: string | undefined): void {
    if (revision !== undefined) this.revision = revision;
  }

  setCondition(updates: ConditionUpdate): void {
    this.conditions = setCondition(this.conditions, updates, this.nowMs);
  }

  /** Gives a ReplicaSet another size and records the event; returns true if its size changes. */
  scale(set: ReplicaSetDraft, replicas: number): boolean {
    const before = set.replicas;
    set.scale(replicas);
    set.annotateSize(this.limits);
    if (before !== replicas) this.recordScaling(set.name, before, replicas);
    return before !== replicas;
  }

  recordScaling(name: string, before: number, after: number): void {
    const direction = before < after ? 'up' : 'down';
    const size = this.knobs.eventsNameFormerSize ? `from ${before} to ${after}` : `to ${after}`;
    this.notes.push({ reason: 'ScalingReplicaSet', message: `Scaled ${direction} replica set ${name} ${size}` });
  }
}
