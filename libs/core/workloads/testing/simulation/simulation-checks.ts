import type { DaemonSet, Deployment, KubeObject, Node, Pod, ReplicaSet, StatefulSet } from '@orrery/api-types';
import { finishedCondition, type Job } from '../../job/job-constants';
import { parseIndexes } from '../../job/completed-indexes';
import { hasFinalizer, indexOf } from '../../job/job-pods';
import { daemonLimits } from '../../daemon-set/daemon-limits';
import { nodeOfDaemonPod } from '../../daemon-set/daemon-pod';
import { nodeEligibility } from '../../daemon-set/node-eligibility';
import type { DeploymentPlan } from '../../deployment/plan-deployment';
import { DeploymentAnnotation } from '../../deployment/deployment-constants';
import { rolloutLimits } from '../../deployment/rollout-limits';
import { controllerOf } from '../../ownership/controller-reference';
import { isActive, isReady } from '../../pods/pod-state';
import { ordinalOf, ordinalsOf } from '../../stateful-set/set-identity';
import type { Watch } from './simulated-controllers';
import type { SimulatedStore } from './simulated-store';

/** Actions of the users and the kubelets of the simulation: the truth that statuses are compared with. */
export interface SimulationTruth {
  /** The maximum ever desired of a workload, by kind and name. */
  readonly mostAsked: ReadonlyMap<string, number>;
  /** Pods whose labels a client changed: they may come back as one too many. */
  readonly relabelled: ReadonlySet<string>;
  /** The pods of each job that ended well, by the job's uid; of an Indexed job its indexes. */
  readonly succeeded: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Invariants, and conditions that must hold in the end. */
export class SimulationChecks implements Watch {
  constructor(
    private readonly store: SimulatedStore,
    private readonly truth: SimulationTruth,
  ) {}

  /** Checks that a workload itself never brings the ready pods below the budget, as far as it sees them. */
  takesPods(owner: KubeObject, deletions: readonly Pod[], pods: readonly Pod[]): void {
    if (owner.kind === 'ReplicaSet') this.checkReplicaSet(owner as unknown as ReplicaSet, deletions, pods);
    else if (owner.kind === 'DaemonSet') this.checkDaemonSet(owner as unknown as DaemonSet, deletions, pods);
    else this.checkStatefulSet(owner as unknown as StatefulSet, deletions, pods);
  }

  /** Checks that a rollout removes available pods only as long as enough are left; a user who scales down may have fewer. */
  scales(deployment: Deployment, sets: readonly ReplicaSet[], updates: DeploymentPlan['updates']): void {
    const { replicas, unavailable } = rolloutLimits(deployment);
    const isResized = ({ metadata, spec }: ReplicaSet): boolean => {
      const desired = metadata.annotations?.[DeploymentAnnotation.DesiredReplicas];
      return (spec.replicas ?? 0) > 0 && desired !== undefined && Number(desired) !== replicas;
    };
    if (sets.some(isResized)) return;
    const next = new Map(updates.map((update) => [update.seen.metadata.uid, update.next.spec.replicas ?? 0]));
    let [left, taken] = [0, 0];
    for (const { metadata, spec, status } of sets) {
      const available = Math.min(status?.availableReplicas ?? 0, spec.replicas ?? 0);
      const after = Math.min(available, next.get(metadata.uid) ?? available);
      left += after;
      taken += available - after;
    }
    if (taken > 0 && left < replicas - unavailable) {
      throw new Error(`the rollout leaves ${left} of ${replicas} pods, ${unavailable} may be missing`);
    }
  }

  /** Checks the conditions that hold at every instant. */
  check(): void {
    const pods = this.store.list<Pod>('Pod').filter(isActive);
    this.checkReplicas(pods);
    this.checkDaemons(pods);
    for (const job of this.store.list<Job>('Job')) this.checkJob(job, pods);
    const running = this.store
      .list<Job>('Job')
      .filter((job) => controllerOf(job)?.kind === 'CronJob' && !finishedCondition(job) && isThere(job));
    expectAtMost('jobs of the schedule that forbids two', running.length, 1);
  }

  private checkReplicas(pods: readonly Pod[]): void {
    const deployment = this.get<Deployment>('Deployment/dep');
    const { surge } = rolloutLimits(deployment);
    const most = this.truth.mostAsked.get('Deployment/dep')! + surge;
    // Counted as it is asked for: pods of an old ReplicaSet may still be there when those of the new one come.
    const sets = this.store.list<ReplicaSet>('ReplicaSet');
    const asked = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
    expectAtMost('pods asked for by the Deployment', asked, most);
    const own = pods.filter(({ metadata }) => !this.truth.relabelled.has(metadata.uid));
    for (const { metadata } of sets) {
      const count = own.filter((pod) => controllerOf(pod)?.uid === metadata.uid).length;
      expectAtMost(`pods of ${metadata.name}`, count, most);
    }
    const ofSet = pods.filter((pod) => controllerOf(pod)?.kind === 'StatefulSet').length;
    expectAtMost('pods of the StatefulSet', ofSet, this.truth.mostAsked.get('StatefulSet/sts')!);
  }

  private checkDaemons(pods: readonly Pod[]): void {
    const perNode = new Map<string, number>();
    for (const pod of pods) {
      if (controllerOf(pod)?.kind !== 'DaemonSet') continue;
      const node = nodeOfDaemonPod(pod)!;
      perNode.set(node, (perNode.get(node) ?? 0) + 1);
      expectAtMost(`daemons on ${node}`, perNode.get(node)!, 1);
    }
  }

  /** Checks that no more pods are active than allowed, never two of an index, and that nothing is counted without a cause. */
  private checkJob(job: Job, pods: readonly Pod[]): void {
    const { name, uid } = job.metadata;
    const own = pods.filter(
      (pod) => controllerOf(pod)?.uid === uid && !this.truth.relabelled.has(pod.metadata.uid) && hasFinalizer(pod),
    );
    expectAtMost(`pods of job ${name}`, own.length, this.truth.mostAsked.get(`Job/${name}`) ?? 1);
    const truth = this.truth.succeeded.get(uid)?.size ?? 0;
    expectAtMost(`successes of job ${name}`, job.status?.succeeded ?? 0, truth);
    if (job.spec.completionMode !== 'Indexed') return;
    const indexes = own.map(indexOf);
    expectAtMost(`pods of an index of job ${name}`, indexes.length - new Set(indexes).size, 0);
    const both = new Set(parseIndexes(job.status?.completedIndexes));
    const twice = parseIndexes(job.status?.failedIndexes).filter((index) => both.has(index));
    expectAtMost(`indexes of job ${name} that are done and failed`, twice.length, 0);
  }

  /** Checks that ready pods are deleted only when no others are left to delete. */
  private checkReplicaSet({ metadata, spec }: ReplicaSet, deletions: readonly Pod[], pods: readonly Pod[]): void {
    const taken = deletions.filter(serves).length;
    const spare = Math.max(0, pods.filter(serves).length - (spec.replicas ?? 1));
    if (taken > spare) throw new Error(`${metadata.name} takes ${taken} ready pods, ${spare} are too many`);
  }

  /** Checks that one pod is deleted at a time; a serving one only if it is surplus, or if all others serve. */
  private checkStatefulSet(set: StatefulSet, deletions: readonly Pod[], pods: readonly Pod[]): void {
    const { name } = set.metadata;
    if (deletions.length > 1) throw new Error(`${name} takes more than one pod at a time`);
    const victim = deletions[0];
    const { start, count } = ordinalsOf(set);
    const isWanted = (pod: Pod): boolean => {
      const ordinal = ordinalOf(set, pod);
      return ordinal !== undefined && ordinal >= start && ordinal < start + count;
    };
    if (!victim || !serves(victim) || !isWanted(victim)) return;
    const others = pods.filter((pod) => pod !== victim && isWanted(pod) && serves(pod)).length;
    if (others < count - 1) throw new Error(`${name} takes a pod that serves while ${count - 1 - others} do not`);
  }

  /** A DaemonSet takes pods that serve from nodes that it wants only as far as its budget allows. */
  private checkDaemonSet(set: DaemonSet, deletions: readonly Pod[], pods: readonly Pod[]): void {
    const eligibilityOf = nodeEligibility(set);
    const wanted = this.store.list<Node>('Node', this.store.view).filter((node) => eligibilityOf(node).shouldRun);
    const names = new Set(wanted.map(({ metadata }) => metadata.name));
    const servesHere = (pod: Pod): boolean => serves(pod) && names.has(nodeOfDaemonPod(pod) ?? '');
    const before = pods.filter(servesHere).length;
    const taken = deletions.filter(servesHere).length;
    const { unavailable } = daemonLimits(set, wanted.length);
    if (taken > 0 && before - taken < wanted.length - unavailable) throw new Error('too few daemons are left');
  }

  /** Checks the conditions that hold when no work is left: everything is as desired, and no object is left over. */
  checkEnd(): void {
    const { objects } = this.store;
    const uids = new Set([...objects.values()].map(({ metadata }) => metadata.uid));
    for (const object of objects.values()) {
      const owner = controllerOf(object);
      if (owner && !uids.has(owner.uid)) throw new Error(`${object.kind} ${object.metadata.name} is orphaned`);
    }
    const pods = this.store.list<Pod>('Pod').filter(isActive);
    const images = (kind: string): string[] =>
      pods.filter((pod) => controllerOf(pod)?.kind === kind).map(({ spec }) => spec.containers[0]!.image!);
    const deployment = this.get<Deployment>('Deployment/dep');
    const set = this.get<StatefulSet>('StatefulSet/sts');
    const daemon = this.get<DaemonSet>('DaemonSet/ds');
    const eligibilityOf = nodeEligibility(daemon);
    const eligible = this.store.list<Node>('Node').filter((node) => eligibilityOf(node).shouldRun).length;
    expectAll('Deployment', images('ReplicaSet'), { count: deployment.spec.replicas!, of: deployment });
    expectAll('StatefulSet', images('StatefulSet'), { count: set.spec.replicas!, of: set });
    expectAll('DaemonSet', images('DaemonSet'), { count: eligible, of: daemon });
    expectAtMost('pods that are not ready', pods.filter((pod) => !isReady(pod)).length, 0);
    expectAtMost('old ReplicaSets', this.store.list<ReplicaSet>('ReplicaSet').length, 3);
    expectAtMost('ControllerRevisions', this.store.list('ControllerRevision').length, 2 * 4);
    this.checkJobsEnd();
  }

  /** All jobs have ended, what they count is what was, and a schedule keeps no more than it shall. */
  private checkJobsEnd(): void {
    const jobs = this.store.list<Job>('Job');
    for (const { metadata, spec, status } of jobs) {
      const ended = finishedCondition(status ? { status } : {});
      if (!ended) throw new Error(`job ${metadata.name} does not end`);
      const truth = this.truth.succeeded.get(metadata.uid)?.size ?? 0;
      const counted = status?.succeeded ?? 0;
      const { completions } = spec;
      if (ended.type === 'Complete' && counted < (completions ?? 1)) {
        throw new Error(`job ${metadata.name} is complete with ${counted} of ${completions}`);
      }
      // A job that failed does not wait for those that end well meanwhile.
      if (ended.type === 'Complete' && counted !== truth) {
        throw new Error(`job ${metadata.name} counted ${counted} of ${truth} successes`);
      }
    }
    const held = this.store.list<Pod>('Pod').filter((pod) => hasFinalizer(pod));
    expectAtMost('pods that wait to be counted', held.length, 0);
    const ofSchedule = jobs.filter((job) => controllerOf(job)?.kind === 'CronJob');
    expectAtMost('jobs that the schedule keeps', ofSchedule.length, 3 + 1);
  }

  private get<T>(key: string): T {
    return this.store.objects.get(key) as unknown as T;
  }
}

function serves(pod: Pod): boolean {
  return isActive(pod) && isReady(pod);
}

function isThere({ metadata }: Pick<KubeObject, 'metadata'>): boolean {
  return metadata.deletionTimestamp === undefined;
}

function expectAtMost(what: string, count: number, most: number): void {
  if (count > most) throw new Error(`${what}: ${count}, at most ${most}`);
}

function expectAll(
  what: string,
  images: readonly string[],
  { count, of }: { readonly count: number; readonly of: Deployment | StatefulSet | DaemonSet },
): void {
  const image = of.spec.template.spec!.containers[0]!.image!;
  const fitting = images.filter((each) => each === image).length;
  if (images.length !== count || fitting !== count) {
    throw new Error(`${what}: ${fitting} of ${images.length} pods of ${image}, asked for ${count}`);
  }
}
