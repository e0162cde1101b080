import type { KubeObject, Pod } from '@orrery/api-types';
import { formatTime, randomFor, type Random } from '@orrery/time';
import { nodeOfDaemonPod } from '../../daemon-set/daemon-pod';
import { hasFinalizer, indexOf } from '../../job/job-pods';
import { controllerOf } from '../../ownership/controller-reference';
import { isActive, isReady } from '../../pods/pod-state';
import { SimulationChecks, type SimulationTruth } from './simulation-checks';
import { SimulatedControllers } from './simulated-controllers';
import { withSelector } from './simulated-job-controllers';
import { plain } from './simulated-ownership';
import { SimulatedStore } from './simulated-store';

const FAILING_STEPS = 400;
const MAX_ROUNDS = 400;
const CONTROLLED: ReadonlySet<string> = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'Job',
  'CronJob',
]);
const SCALABLE = ['Deployment/dep', 'StatefulSet/sts'] as const;

/**
 * Cluster with all possible failures: steps are lost, repeated and out of order, the view is stale, controllers die
 * between two writes, pods fail, nodes come and go, users change their minds and the labels of pods. All of it follows
 * from the seed. Throws when something happens that never may.
 */
export class SimulatedWorld {
  readonly store = new SimulatedStore();
  private readonly random: Random;
  private readonly controllers: SimulatedControllers;
  private readonly checks: SimulationChecks;
  private readonly truth = {
    mostAsked: new Map<string, number>(),
    relabelled: new Set<string>(),
    succeeded: new Map<string, Set<string>>(),
  } satisfies SimulationTruth;
  private lastWrite = 0;
  private images = 1;

  constructor(seed: number) {
    this.random = randomFor('workloads', String(seed));
    this.checks = new SimulationChecks(this.store, this.truth);
    this.controllers = new SimulatedControllers(this.store, this.random, this.checks);
    for (let i = 0; i < 4; i++) this.addNode(`n${i}`);
    const replicas = 1 + this.random.below(5);
    this.addWorkload('Deployment', 'dep', {
      replicas,
      revisionHistoryLimit: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: this.random.below(2) } },
    });
    this.addWorkload('StatefulSet', 'sts', { replicas, serviceName: 'sts' });
    this.addWorkload('DaemonSet', 'ds', { updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } });
    this.addJob('work', { parallelism: 2, completions: 4, backoffLimit: 4 + this.random.below(20) });
    this.addJob('parts', { ...{ parallelism: 3, completions: 5, completionMode: 'Indexed' }, ...this.limitPerIndex() });
    this.addSchedule();
  }

  /** Runs for a while with failures, then without. */
  run(): void {
    for (let i = 0; i < FAILING_STEPS; i++) {
      this.store.nowMs += this.random.below(3000);
      this.faultMessage();
      this.checks.check();
    }
    this.settle();
    this.checks.checkEnd();
  }

  private faultMessage(): void {
    const dice = this.random.below(100);
    if (dice < 55) this.reconcile(this.random.below(8) === 0);
    else if (dice < 60) this.collect();
    else if (dice < 70) this.store.catchUp(this.random.below(6));
    else if (dice < 90) this.kubelet(this.random.below(20) === 0);
    else if (dice < 92) this.controllers.restart();
    else this.user();
  }

  /** Runs one step of one controller, on its view; it may die halfway. */
  private reconcile(dies: boolean): void {
    const object = this.oneOf([...this.store.view.values()].filter(({ kind }) => CONTROLLED.has(kind)));
    // What was written before is always seen, also by who takes over.
    if (this.lastWrite > 0) this.store.catchUp(this.store.behind(this.lastWrite));
    const current = object && this.store.view.get(`${object.kind}/${object.metadata.name}`);
    if (!current) return;
    const actions = this.controllers.step(current);
    const count = dies ? this.random.below(actions.length + 1) : actions.length;
    for (const act of actions.slice(0, count)) if (act() === false) break;
    if (count > 0) this.lastWrite = this.store.revision;
    if (dies) this.controllers.restart();
  }

  private collect(): void {
    const object = this.oneOf([...this.store.view.values()]);
    if (object) for (const act of this.controllers.collect(object)) act();
  }

  /** Acts as a kubelet: a pod gets a node, becomes ready, ends, or is removed. */
  private kubelet(fails: boolean, pod = this.oneOf(this.store.list<Pod>('Pod'))): void {
    if (!pod) return;
    const next = plain(pod);
    const isLost = pod.spec.nodeName !== undefined && !this.store.objects.has(`Node/${pod.spec.nodeName}`);
    if (pod.metadata.deletionTimestamp || isLost) {
      // What its finalizers keep has failed, as the kubelet or the pod garbage collector says.
      this.store.finish(isActive(pod) || pod.status?.phase === 'Running' ? this.ended(pod, 'Failed') : next);
    } else if (!pod.spec.nodeName) {
      const nodeName = nodeOfDaemonPod(pod) ?? 'n0';
      if (this.store.objects.has(`Node/${nodeName}`)) {
        this.store.replace(next, { ...next, spec: { ...pod.spec, nodeName }, status: { phase: 'Pending' } });
      }
    } else if (isActive(pod) && fails) this.store.writeStatus(next, this.ended(pod, 'Failed').status);
    else if (isActive(pod) && !isReady(pod)) {
      const lastTransitionTime = formatTime(this.store.nowMs);
      this.store.writeStatus(next, {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }],
      });
    } else if (isActive(pod) && pod.metadata.labels?.['job'] !== undefined) this.succeed(pod);
  }

  private succeed(pod: Pod): void {
    this.store.writeStatus(plain(pod), this.ended(pod, 'Succeeded').status);
    const uid = controllerOf(pod)?.uid;
    // What its job has let go does not count any more.
    if (uid === undefined || !hasFinalizer(pod)) return;
    const all = this.truth.succeeded.get(uid) ?? new Set();
    this.truth.succeeded.set(uid, all.add(String(indexOf(pod) ?? pod.metadata.uid)));
  }

  private ended(pod: Pod, phase: 'Failed' | 'Succeeded'): KubeObject {
    const lastTransitionTime = formatTime(this.store.nowMs);
    return { ...plain(pod), status: { phase, conditions: [{ type: 'Ready', status: 'False', lastTransitionTime }] } };
  }

  private user(): void {
    const dice = this.random.below(14);
    const workload = this.oneOf([...SCALABLE, 'DaemonSet/ds'])!;
    if (dice < 3) this.edit(workload, { template: templateOf(workload, `i:${++this.images}`) });
    else if (dice < 5) this.edit(this.oneOf(SCALABLE)!, { replicas: this.random.below(6) });
    else if (dice < 7) this.remove('Pod');
    else if (dice < 8) this.addNode(`n${this.random.below(6)}`);
    else if (dice < 9) {
      const node = this.oneOf(this.store.list<KubeObject>('Node'));
      if (node && node.metadata.name !== 'n0') this.store.remove(node);
    } else if (dice < 10) {
      const node = this.oneOf(this.store.list<KubeObject>('Node'))!;
      const taints = this.random.below(2) === 0 ? [] : [{ key: 'x', effect: 'NoExecute' }];
      this.store.replace(node, { ...node, spec: { taints } });
    } else if (dice < 12) this.relabel();
    else if (dice < 13) {
      const suspend = this.random.below(2) === 0;
      this.edit(this.oneOf(['Job/work', 'Job/parts'])!, { suspend, parallelism: 1 + this.random.below(4) });
    } else this.remove('Job');
  }

  /** A pod loses the label by which its owner knows it, or gets it back. */
  private relabel(): void {
    const pod = this.oneOf(
      this.store.list<Pod>('Pod').filter(({ metadata }) => metadata.labels?.['app'] !== undefined),
    );
    if (!pod) return;
    const { app, ...labels } = pod.metadata.labels!;
    const other = app!.startsWith('x-') ? app!.slice(2) : `x-${app}`;
    this.truth.relabelled.add(pod.metadata.uid);
    const next = plain(pod);
    this.store.replace(next, { ...next, metadata: { ...next.metadata, labels: { ...labels, app: other } } });
  }

  private remove(kind: string): void {
    const object = this.oneOf(this.store.list<KubeObject>(kind));
    if (object) this.store.remove(object);
  }

  /** Settles without further faults: delivers everything and runs every controller until none has work. */
  private settle(): void {
    this.edit('CronJob/tick', { suspend: true });
    for (const job of ['Job/work', 'Job/parts']) this.edit(job, { suspend: false });
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.store.revision;
      this.store.nowMs += 60_000;
      // A pod that was let go may keep the name of another from being made.
      for (const pod of this.store.list<KubeObject>('Pod')) if (!controllerOf(pod)) this.store.remove(pod);
      for (const object of [...this.store.objects.values()]) {
        this.store.catchUp();
        const current = this.store.view.get(`${object.kind}/${object.metadata.name}`);
        if (!current) continue;
        const actions = CONTROLLED.has(object.kind) ? this.controllers.step(current) : [];
        for (const act of [...actions, ...this.controllers.collect(current)]) if (act() === false) break;
        this.checks.check();
      }
      for (const pod of this.store.list<Pod>('Pod')) this.kubelet(false, pod);
      if (this.store.revision === before && (this.controllers.recheckAtMs ?? 0) <= this.store.nowMs) return;
    }
    throw new Error('the workloads do not come to rest');
  }

  private addWorkload(kind: string, name: string, spec: object): void {
    const key = `${kind}/${name}`;
    const selector = { matchLabels: { app: name } };
    const body = { apiVersion: 'apps/v1', kind, metadata: { name, namespace: 'default' } };
    this.store.create({ ...body, spec: { selector, template: templateOf(key, 'i:1'), ...spec }, status: {} });
    this.truth.mostAsked.set(key, (spec as { replicas?: number }).replicas ?? 0);
  }

  private addJob(name: string, spec: { readonly parallelism?: number; readonly [field: string]: unknown }): void {
    const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
    const metadata = { name, namespace: 'default' };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { ...spec, template } };
    this.store.create(withSelector(job as unknown as KubeObject));
    this.truth.mostAsked.set(`Job/${name}`, spec.parallelism ?? 1);
  }

  /** Some seeds give each index a limit of its own. */
  private limitPerIndex(): object {
    if (this.random.below(2) === 0) return { backoffLimit: 20 };
    return { backoffLimit: 2 ** 31 - 1, backoffLimitPerIndex: 2, maxFailedIndexes: 3 };
  }

  private addSchedule(): void {
    const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
    const spec = {
      ...{ schedule: '* * * * *', concurrencyPolicy: 'Forbid' },
      jobTemplate: { spec: { parallelism: 1, completions: 1, backoffLimit: 1, template } },
    };
    const metadata = { name: 'tick', namespace: 'default' };
    this.store.create({ apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec, status: {} });
  }

  private addNode(name: string): void {
    this.store.create({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {}, status: {} });
  }

  private edit(key: string, spec: Edit): void {
    const current = this.store.objects.get(key);
    if (!current) return;
    this.store.replace(current, { ...current, spec: { ...(current.spec as object), ...spec } });
    const asked = spec.replicas ?? spec.parallelism ?? 0;
    this.truth.mostAsked.set(key, Math.max(this.truth.mostAsked.get(key) ?? 0, asked));
  }

  private oneOf<T>(candidates: readonly T[]): T | undefined {
    return candidates.length === 0 ? undefined : candidates[this.random.below(candidates.length)];
  }
}

interface Edit {
  readonly replicas?: number;
  readonly template?: object;
  readonly parallelism?: number;
  readonly suspend?: boolean;
}

function templateOf(key: string, image: string): object {
  const app = key.slice(key.indexOf('/') + 1);
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'c', image }] } };
}
