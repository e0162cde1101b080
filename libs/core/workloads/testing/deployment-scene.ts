import type { Deployment, DeploymentStatus, ReplicaSet } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { planDeployment, type DeploymentPlan } from '../deployment/plan-deployment';
import { WORKLOAD_KNOBS, type WorkloadKnobs } from '../workload-knobs';

export const SCENE_START_MS = Date.parse('2026-01-01T12:00:00Z');

/** A Deployment and its ReplicaSets in the memory of a test, which simulates everything but the Deployment's controller. */
export class DeploymentScene {
  deployment: Deployment;
  sets: ReplicaSet[] = [];
  nowMs = SCENE_START_MS;
  /** Recorded events, oldest first. */
  readonly notes: string[] = [];
  knobs: WorkloadKnobs = WORKLOAD_KNOBS.modern;
  private count = 0;

  constructor(spec: Partial<Deployment['spec']> = {}) {
    const metadata = { name: 'web', namespace: 'default', uid: 'web', resourceVersion: '1', generation: 1 };
    this.deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...metadata, creationTimestamp: formatTime(this.nowMs) },
      spec: {
        replicas: 3,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        selector: { matchLabels: { app: 'web' } },
        template: templateOf('v1'),
        ...spec,
      },
      status: {},
    };
  }

  /** The user changes the desired state. */
  edit(spec: Partial<Deployment['spec']>): void {
    const { metadata } = this.deployment;
    const generation = (metadata.generation ?? 0) + 1;
    this.deployment = {
      ...this.deployment,
      metadata: { ...metadata, generation },
      spec: { ...this.deployment.spec, ...spec },
    };
  }

  setImage(image: string): void {
    this.edit({ template: templateOf(image) });
  }

  /** Runs one step of the controller, and applies its effects. */
  step(): DeploymentPlan {
    const plan = planDeployment({
      deployment: this.deployment,
      replicaSets: this.sets,
      podsOf: () => [],
      knobs: this.knobs,
      nowMs: this.nowMs,
    });
    const updated = new Map(plan.updates.map(({ seen, next }) => [seen, next]));
    this.sets = this.sets.filter((set) => !plan.deletions.includes(set)).map((set) => updated.get(set) ?? set);
    if (plan.creation) this.sets.push(this.stored(plan.creation));
    if (plan.deployment) this.deployment = plan.deployment;
    this.notes.push(...plan.notes.map(({ message }) => message));
    return plan;
  }

  /** Steps until nothing is left to do. */
  settle(): void {
    for (let i = 0; i < 50; i++) {
      const { creation, updates, deletions, deployment } = this.step();
      if (!creation && !deployment && updates.length === 0 && deletions.length === 0) return;
    }
    throw new TypeError('the deployment does not come to rest');
  }

  /** Runs the pods that the ReplicaSets want; `available` returns the number of those that work. */
  run(available: (set: ReplicaSet) => number = ({ spec }) => spec.replicas ?? 0): void {
    this.sets = this.sets.map((set) => {
      const replicas = set.spec.replicas ?? 0;
      const working = Math.min(available(set), replicas);
      const observedGeneration = set.metadata.generation ?? 0;
      const status = { replicas, readyReplicas: working, availableReplicas: working, observedGeneration };
      return { ...set, status };
    });
  }

  /** Rolls out to the end. */
  finish(): void {
    for (let i = 0; i < 50; i++) {
      this.settle();
      const before = this.sizes();
      this.run();
      this.settle();
      if (JSON.stringify(before) === JSON.stringify(this.sizes()) && this.isQuiet()) return;
    }
    throw new TypeError('the rollout does not end');
  }

  /** Desired pods per image, without images that have none. */
  sizes(): Record<string, number> {
    const sizes: Record<string, number> = {};
    for (const { spec } of this.sets) if (spec.replicas) sizes[imageOf(spec.template)] = spec.replicas;
    return sizes;
  }

  set(image: string): ReplicaSet | undefined {
    return this.sets.find(({ spec }) => imageOf(spec.template) === image);
  }

  condition(type: string): NonNullable<DeploymentStatus['conditions']>[number] | undefined {
    return this.deployment.status?.conditions?.find((condition) => condition.type === type);
  }

  private isQuiet(): boolean {
    return this.sets.every(({ spec, status }) => spec.replicas === status?.replicas);
  }

  private stored(set: ReplicaSet): ReplicaSet {
    this.count++;
    const creationTimestamp = formatTime(this.nowMs + this.count * 1000);
    const metadata = { ...set.metadata, uid: `set-${this.count}`, resourceVersion: '1', generation: 1 };
    return { ...set, metadata: { ...metadata, creationTimestamp }, status: { replicas: 0 } };
  }
}

export function templateOf(image: string): Deployment['spec']['template'] {
  return { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image }] } };
}

function imageOf(template: Deployment['spec']['template'] | undefined): string {
  return template?.spec?.containers[0]?.image ?? '';
}
