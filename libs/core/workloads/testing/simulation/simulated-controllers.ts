import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  KubeObject,
  Node,
  Pod,
  ReplicaSet,
  StatefulSet,
} from '@orrery/api-types';
import type { Random } from '@orrery/time';
import { daemonNodes } from '../../daemon-set/daemon-nodes';
import { daemonPod } from '../../daemon-set/daemon-pod';
import { daemonSetStatus } from '../../daemon-set/daemon-set-status';
import { FailedPodBackOff } from '../../daemon-set/failed-pod-back-off';
import { planDaemonSet } from '../../daemon-set/plan-daemon-set';
import { planDeployment, type DeploymentPlan } from '../../deployment/plan-deployment';
import { REVISION_HASH, REVISION_LABEL, type TemplateOwner } from '../../history/controller-revision';
import { outdatedRevisions, planHistory } from '../../history/plan-history';
import { controllerOf } from '../../ownership/controller-reference';
import { generatedPodName, podFromTemplate } from '../../pods/pod-from-template';
import { isActive } from '../../pods/pod-state';
import { planReplicas } from '../../replica-set/replica-plan';
import { replicaStatus } from '../../replica-set/replica-status';
import { planStatefulSet } from '../../stateful-set/plan-stateful-set';
import { ordinalOf } from '../../stateful-set/set-identity';
import { statefulSetStatus } from '../../stateful-set/stateful-set-status';
import { WORKLOAD_KNOBS } from '../../workload-knobs';
import type { Action } from './simulated-action';
import { collectGarbage } from './simulated-garbage-collector';
import { SimulatedJobControllers } from './simulated-job-controllers';
import { claimActions, plain } from './simulated-ownership';
import type { SimulatedStore } from './simulated-store';

const knobs = WORKLOAD_KNOBS.modern;

/** Checks the writes of a step, with the view that it was decided on; throws if they are forbidden. */
export interface Watch {
  takesPods(owner: KubeObject, deletions: readonly Pod[], pods: readonly Pod[]): void;
  scales(deployment: Deployment, sets: readonly ReplicaSet[], updates: DeploymentPlan['updates']): void;
}

/** Shells around the reconcilers, as thin as they can be: each answers what to do, one write after the other. */
export class SimulatedControllers {
  private backOff = new FailedPodBackOff();
  private readonly jobs: SimulatedJobControllers;

  constructor(
    private readonly store: SimulatedStore,
    private readonly random: Random,
    private readonly watch: Watch,
  ) {
    this.jobs = new SimulatedJobControllers(store, random);
  }

  /** Time at which a job or a schedule needs a check without a change. */
  get recheckAtMs(): number | undefined {
    return this.jobs.recheckAtMs;
  }

  /** Drops the state that is kept in memory. */
  restart(): void {
    this.backOff = new FailedPodBackOff();
  }

  /** The writes of one step of the controller of this object. */
  step(object: KubeObject): Action[] {
    switch (object.kind) {
      case 'Deployment':
        return this.deployment(object as unknown as Deployment);
      case 'ReplicaSet':
        return this.replicaSet(object as unknown as ReplicaSet);
      case 'StatefulSet':
        return this.statefulSet(object as unknown as StatefulSet);
      case 'DaemonSet':
        return this.daemonSet(object as unknown as DaemonSet);
      case 'Job':
        return this.jobs.job(object);
      case 'CronJob':
        return this.jobs.cronJob(object);
      default:
        return [];
    }
  }

  /** Objects without an owner are deleted, and block no deletion. */
  collect(object: KubeObject): Action[] {
    return collectGarbage(this.store, object);
  }

  private deployment(deployment: Deployment): Action[] {
    const replicaSets = this.owned<ReplicaSet>('ReplicaSet', deployment);
    const podsOf = (): readonly Pod[] => [];
    const plan = planDeployment({ deployment, replicaSets, podsOf, knobs, nowMs: this.store.nowMs });
    this.watch.scales(deployment, replicaSets, plan.updates);
    return [
      ...this.creations(plan.creation ? [plan.creation] : []),
      ...plan.updates.map(
        ({ seen, next }) =>
          () =>
            void this.store.replace(plain(seen), plain(next)),
      ),
      ...(plan.deployment ? [() => void this.store.replace(plain(deployment), plain(plan.deployment!))] : []),
      ...this.deletions(plan.deletions),
    ];
  }

  private replicaSet(set: ReplicaSet): Action[] {
    const owner = plain(set);
    const claims = claimActions(this.store, set);
    if (claims.length > 0) return claims;
    const active = this.owned<Pod>('Pod', set).filter(isActive);
    const { spec, metadata } = set;
    const plan = planReplicas({ owner, replicas: spec.replicas ?? 1, active, related: () => active, knobs });
    this.watch.takesPods(owner, plan.deletions, active);
    const made = Array.from({ length: plan.creations }, () =>
      podFromTemplate(owner, spec.template, this.nameOf(owner)),
    );
    const current = set.status;
    const counted = {
      ...{ current, active, failure: undefined, nowMs: this.store.nowMs, minReadySeconds: spec.minReadySeconds ?? 0 },
      ...{ generation: metadata.generation, templateLabels: spec.template?.metadata?.labels },
    };
    const { status } = replicaStatus(counted);
    return [...this.creations(made), ...this.deletions(plan.deletions), ...this.status(owner, status)];
  }

  private statefulSet(set: StatefulSet): Action[] {
    const claims = claimActions(this.store, set, (pod) => ordinalOf(set, pod) !== undefined);
    if (claims.length > 0) return claims;
    const pods = this.owned<Pod>('Pod', set);
    const { update, sorted, write } = this.history(set, REVISION_LABEL);
    if (write.length > 0) return write;
    const current = sorted.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
    const { nowMs } = this.store;
    const plan = planStatefulSet({ set, pods, current, update, claim: () => undefined, knobs, nowMs });
    this.watch.takesPods(plain(set), plan.deletions, pods);
    const names = { currentRevision: current.metadata.name, updateRevision: update.metadata.name };
    const status = statefulSetStatus({ set, pods, ...names, collisionCount: 0, nowMs });
    const live = new Set([...pods.map(({ metadata }) => metadata.labels?.[REVISION_HASH]), ...Object.values(names)]);
    const outdated = outdatedRevisions(sorted, 2, ({ metadata }) => live.has(metadata.name));
    return [
      ...this.creations(plan.creations.map(({ pod }) => pod)),
      ...this.deletions(plan.deletions),
      ...this.status(plain(set), status),
      ...this.deletions(outdated),
    ];
  }

  private daemonSet(set: DaemonSet): Action[] {
    const pods = this.owned<Pod>('Pod', set);
    const { update, sorted, write } = this.history(set, REVISION_HASH);
    if (write.length > 0) return write;
    const hash = update.metadata.labels![REVISION_HASH]!;
    const { nowMs, view } = this.store;
    const nodes = daemonNodes(set, this.store.list<Node>('Node', view), pods);
    const plan = planDaemonSet({ set, nodes, hash, backOff: this.backOff, nowMs });
    this.watch.takesPods(plain(set), plan.deletions, pods);
    const { status } = daemonSetStatus({ set, nodes, hash, collisionCount: 0, nowMs });
    const made = plan.creations.map((nodeName) =>
      daemonPod(set, { podName: this.nameOf(plain(set)), nodeName, hash, isBound: false }),
    );
    const live = new Set([...pods.map(({ metadata }) => metadata.labels?.[REVISION_HASH]), hash]);
    const outdated = outdatedRevisions(sorted, 2, ({ metadata }) => live.has(metadata.labels?.[REVISION_HASH]));
    return [
      ...this.deletions(plan.deletions),
      ...this.creations(made),
      ...this.status(plain(set), status),
      ...this.deletions(outdated),
    ];
  }

  private history(
    owner: TemplateOwner,
    hashLabel: string,
  ): { readonly update: ControllerRevision; readonly sorted: readonly ControllerRevision[]; readonly write: Action[] } {
    const revisions = this.owned<ControllerRevision>('ControllerRevision', owner);
    const { sorted, update, write } = planHistory({ owner, revisions, collisionCount: 0, hashLabel });
    if (write === 'none') return { sorted, update, write: [] };
    if (write === 'create') return { sorted, update, write: this.creations([update]) };
    const seen = sorted.find(({ metadata }) => metadata.uid === update.metadata.uid)!;
    return { sorted, update, write: [() => void this.store.replace(plain(seen), plain(update))] };
  }

  private owned<T>(kind: string, { metadata }: { readonly metadata: KubeObject['metadata'] }): T[] {
    const all = this.store.list<KubeObject>(kind, this.store.view);
    return all.filter((object) => controllerOf(object)?.uid === metadata.uid) as unknown as T[];
  }

  private nameOf({ metadata }: KubeObject): string {
    return generatedPodName(metadata.name, this.random);
  }

  private creations(inputs: readonly object[]): Action[] {
    return inputs.map((input) => () => void this.store.create(input));
  }

  private deletions(objects: readonly object[]): Action[] {
    return objects.map((object) => () => this.store.remove(object as KubeObject));
  }

  private status(object: KubeObject, status: unknown): Action[] {
    return status === undefined ? [] : [() => this.store.writeStatus(object, status)];
  }
}
