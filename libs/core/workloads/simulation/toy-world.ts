import type { DaemonSet, Deployment, KubeObject, Node, Pod, ReplicaSet, StatefulSet } from '@orrery/api-types';
import { formatTime, randomFor, type Random } from '@orrery/time';
import { daemonLimits } from '../daemon-set/daemon-limits';
import { nodeOfDaemonPod } from '../daemon-set/daemon-pod';
import { nodeEligibility } from '../daemon-set/node-eligibility';
import { rolloutLimits } from '../deployment/rollout-limits';
import { controllerOf } from '../ownership/controller-reference';
import { isActive, isReady } from '../pods/pod-state';
import { plain, ToyControllers } from './toy-controllers';
import { ToyStore } from './toy-store';

const TROUBLED_STEPS = 400;
const MAX_ROUNDS = 300;
const CONTROLLED: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']);

/**
 * A cluster in which everything goes wrong that may: steps are lost, repeated and out of order, the view is stale,
 * controllers die between two writes, pods fail, nodes come and go, users change their minds. All of it follows from
 * the seed. Throws when something happens that never may.
 */
export class ToyWorld {
  readonly store = new ToyStore();
  private readonly random: Random;
  private readonly controllers: ToyControllers;
  private readonly mostReplicas = new Map<string, number>();
  private lastWrite = 0;
  private images = 1;

  constructor(seed: number) {
    this.random = randomFor('workloads', String(seed));
    this.controllers = new ToyControllers(this.store, this.random, (owner, deletions, pods) => {
      if (owner.kind === 'DaemonSet') this.checkBudget(plain(owner) as unknown as DaemonSet, deletions, pods);
      else if (deletions.length > 1) throw new Error(`${owner.metadata.name} takes more than one pod at a time`);
    });
    for (let i = 0; i < 4; i++) this.addNode(`n${i}`);
    const replicas = 1 + this.random.below(5);
    this.addWorkload('Deployment', 'dep', {
      replicas,
      revisionHistoryLimit: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: this.random.below(2) } },
    });
    this.addWorkload('StatefulSet', 'sts', { replicas, serviceName: 'sts' });
    this.addWorkload('DaemonSet', 'ds', { updateStrategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } });
  }

  /** Everything goes wrong for a while, then nothing any more. */
  run(): void {
    for (let i = 0; i < TROUBLED_STEPS; i++) {
      this.store.nowMs += this.random.below(3000);
      this.trouble();
      this.check();
    }
    this.settle();
    this.checkEnd();
  }

  private trouble(): void {
    const dice = this.random.below(100);
    if (dice < 55) this.reconcile(this.random.below(8) === 0);
    else if (dice < 70) this.store.catchUp(this.random.below(6));
    else if (dice < 90) this.kubelet(this.random.below(20) === 0);
    else if (dice < 92) this.controllers.restart();
    else this.user();
  }

  /** One step of one controller, on what it sees; it may die halfway. */
  private reconcile(dies: boolean): void {
    const object = this.oneOf([...this.store.view.values()].filter(({ kind }) => CONTROLLED.has(kind)));
    // What was written before is always seen, also by who takes over.
    if (this.lastWrite > 0) this.store.catchUp(this.store.behind(this.lastWrite));
    const current = object && this.store.view.get(`${object.kind}/${object.metadata.name}`);
    if (!current) return;
    const actions = this.controllers.step(current);
    const count = dies ? this.random.below(actions.length + 1) : actions.length;
    for (const act of actions.slice(0, count)) act();
    if (count > 0) this.lastWrite = this.store.revision;
    if (dies) this.controllers.restart();
  }

  /** A pod gets a node, becomes ready, fails, or goes. */
  private kubelet(fails: boolean, pod = this.oneOf(this.store.list<Pod>('Pod'))): void {
    if (!pod) return;
    const next = plain(pod);
    if (pod.metadata.deletionTimestamp) this.store.drop(next);
    else if (!pod.spec.nodeName) {
      const nodeName = nodeOfDaemonPod(pod) ?? 'n0';
      if (this.store.objects.has(`Node/${nodeName}`)) {
        this.store.replace(next, { ...next, spec: { ...pod.spec, nodeName }, status: { phase: 'Pending' } });
      }
    } else if (!this.store.objects.has(`Node/${pod.spec.nodeName}`)) this.store.drop(next);
    else if (isActive(pod) && (fails || !isReady(pod))) {
      const lastTransitionTime = formatTime(this.store.nowMs);
      const conditions = [{ type: 'Ready', status: fails ? 'False' : 'True', lastTransitionTime }];
      this.store.writeStatus(next, { phase: fails ? 'Failed' : 'Running', conditions });
    }
  }

  private user(): void {
    const dice = this.random.below(10);
    const workload = this.oneOf(['Deployment/dep', 'StatefulSet/sts', 'DaemonSet/ds'])!;
    if (dice < 3) this.edit(workload, { template: templateOf(workload, `i:${++this.images}`) });
    else if (dice < 5)
      this.edit(this.oneOf(['Deployment/dep', 'StatefulSet/sts'])!, { replicas: this.random.below(6) });
    else if (dice < 7) {
      const pod = this.oneOf(this.store.list<KubeObject>('Pod'));
      if (pod) this.store.remove(pod);
    } else if (dice < 8) this.addNode(`n${this.random.below(6)}`);
    else if (dice < 9) {
      const node = this.oneOf(this.store.list<KubeObject>('Node'));
      if (node && node.metadata.name !== 'n0') this.store.drop(node);
    } else {
      const node = this.oneOf(this.store.list<KubeObject>('Node'))!;
      const taints = this.random.below(2) === 0 ? [] : [{ key: 'x', effect: 'NoExecute' }];
      this.store.replace(node, { ...node, spec: { taints } });
    }
  }

  /** No more trouble: all is seen, everybody has their turn, until nobody has anything to do. */
  private settle(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.store.revision;
      this.store.nowMs += 60_000;
      for (const object of [...this.store.objects.values()].filter(({ kind }) => CONTROLLED.has(kind))) {
        this.store.catchUp();
        const current = this.store.view.get(`${object.kind}/${object.metadata.name}`);
        if (current) for (const act of this.controllers.step(current)) act();
        this.check();
      }
      for (const pod of this.store.list<Pod>('Pod')) this.kubelet(false, pod);
      if (this.store.revision === before) return;
    }
    throw new Error('the workloads do not come to rest');
  }

  /** What must hold at every instant. */
  private check(): void {
    const pods = this.store.list<Pod>('Pod').filter(isActive);
    const deployment = this.get<Deployment>('Deployment/dep');
    const { surge } = rolloutLimits(deployment);
    // Counted as it is asked for: pods of an old ReplicaSet may still be there when those of the new one come.
    const sets = this.store.list<ReplicaSet>('ReplicaSet');
    const asked = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
    expectAtMost('pods asked for by the Deployment', asked, this.mostReplicas.get('Deployment/dep')! + surge);
    for (const { metadata } of sets) {
      const own = pods.filter((pod) => controllerOf(pod)?.uid === metadata.uid).length;
      expectAtMost(`pods of ${metadata.name}`, own, this.mostReplicas.get('Deployment/dep')! + surge);
    }
    const ofSet = pods.filter((pod) => controllerOf(pod)?.kind === 'StatefulSet').length;
    expectAtMost('pods of the StatefulSet', ofSet, this.mostReplicas.get('StatefulSet/sts')!);
    const perNode = new Map<string, number>();
    for (const pod of pods) {
      if (controllerOf(pod)?.kind !== 'DaemonSet') continue;
      const node = nodeOfDaemonPod(pod)!;
      perNode.set(node, (perNode.get(node) ?? 0) + 1);
      expectAtMost(`daemons on ${node}`, perNode.get(node)!, 1);
    }
  }

  /** A DaemonSet takes pods that serve from nodes that it wants only as far as its budget allows. */
  private checkBudget(set: DaemonSet, deletions: readonly Pod[], pods: readonly Pod[]): void {
    const judge = nodeEligibility(set);
    const wanted = this.store.list<Node>('Node', this.store.view).filter((node) => judge(node).shouldRun);
    const names = new Set(wanted.map(({ metadata }) => metadata.name));
    const serves = (pod: Pod): boolean => isActive(pod) && isReady(pod) && names.has(nodeOfDaemonPod(pod) ?? '');
    const before = pods.filter(serves).length;
    const taken = deletions.filter(serves).length;
    const { unavailable } = daemonLimits(set, wanted.length);
    if (taken > 0 && before - taken < wanted.length - unavailable) throw new Error('too few daemons are left');
  }

  /** What must hold when all is quiet: everything is as asked for, and nothing is left over. */
  private checkEnd(): void {
    const { objects } = this.store;
    const uids = new Set([...objects.values()].map(({ metadata }) => metadata.uid));
    for (const object of objects.values()) {
      const owner = controllerOf(object);
      // What ended goes to the garbage collector when its owner does.
      const hasEnded = object.kind === 'Pod' && !isActive(object as unknown as Pod);
      if (owner && !hasEnded && !uids.has(owner.uid))
        throw new Error(`${object.kind} ${object.metadata.name} is orphaned`);
    }
    const pods = this.store.list<Pod>('Pod').filter(isActive);
    const images = (kind: string): string[] =>
      pods.filter((pod) => controllerOf(pod)?.kind === kind).map(({ spec }) => spec.containers[0]!.image!);
    const deployment = this.get<Deployment>('Deployment/dep');
    const set = this.get<StatefulSet>('StatefulSet/sts');
    const daemon = this.get<DaemonSet>('DaemonSet/ds');
    const judge = nodeEligibility(daemon);
    const eligible = this.store.list<Node>('Node').filter((node) => judge(node).shouldRun).length;
    expectAll('Deployment', images('ReplicaSet'), { count: deployment.spec.replicas!, of: deployment });
    expectAll('StatefulSet', images('StatefulSet'), { count: set.spec.replicas!, of: set });
    expectAll('DaemonSet', images('DaemonSet'), { count: eligible, of: daemon });
    expectAtMost('pods that are not ready', pods.filter((pod) => !isReady(pod)).length, 0);
    expectAtMost('old ReplicaSets', this.store.list<ReplicaSet>('ReplicaSet').length, 3);
    expectAtMost('ControllerRevisions', this.store.list('ControllerRevision').length, 2 * 4);
  }

  private addWorkload(kind: string, name: string, spec: object): void {
    const key = `${kind}/${name}`;
    const selector = { matchLabels: { app: name } };
    const body = { apiVersion: 'apps/v1', kind, metadata: { name, namespace: 'default' } };
    this.store.create({ ...body, spec: { selector, template: templateOf(key, 'i:1'), ...spec }, status: {} });
    this.mostReplicas.set(key, (spec as { replicas?: number }).replicas ?? 0);
  }

  private addNode(name: string): void {
    this.store.create({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: {}, status: {} });
  }

  private edit(key: string, spec: { readonly replicas?: number; readonly template?: object }): void {
    const current = this.store.objects.get(key)!;
    this.store.replace(current, { ...current, spec: { ...(current.spec as object), ...spec } });
    this.mostReplicas.set(key, Math.max(this.mostReplicas.get(key)!, spec.replicas ?? 0));
  }

  private get<T>(key: string): T {
    return this.store.objects.get(key) as unknown as T;
  }

  private oneOf<T>(candidates: readonly T[]): T | undefined {
    return candidates.length === 0 ? undefined : candidates[this.random.below(candidates.length)];
  }
}

function templateOf(key: string, image: string): object {
  const app = key.slice(key.indexOf('/') + 1);
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'c', image }] } };
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
