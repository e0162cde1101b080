import {
  isScalable,
  kindByGvk,
  matchesLabelSelector,
  type KubeObject,
  type OwnerReference,
  type Pod,
  type PodDisruptionBudget,
} from '@orrery/api-types';
import type { ComponentContext, Modification } from '@orrery/control-plane';
import { nameOf, resourceName, type Change } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import { controllerOf, disruptionStatus, type ControllerScale } from '@orrery/workloads';
import type { Controller } from './controller';
import { Rounds } from './rounds';

const BUDGETS = 'poddisruptionbudgets.policy';

/** Keeps the status of disruption budgets true. */
export class DisruptionController implements Controller {
  private readonly rechecks = new Map<string, Timer>();
  private dirty = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext) {
    this.rounds = new Rounds(context, {
      controller: 'disruption',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    const budgets = this.context.runtime.cache.list(BUDGETS);
    this.mark(budgets.map(({ metadata }) => nameOf(metadata.namespace ?? '', metadata.name)));
  }

  stop(): void {
    for (const timer of this.rechecks.values()) timer.cancel();
  }

  /** A pod that matches a budget changed. Clusters without budgets pay one look per batch. */
  follow(changes: readonly Change[]): void {
    const { cache } = this.context.runtime;
    if (cache.count(BUDGETS) === 0) return;
    const touched = new Set<string>();
    for (const { key, object, previous } of changes) {
      if (key.resource !== 'pods') continue;
      for (const budget of cache.list(BUDGETS, key.namespace) as unknown as PodDisruptionBudget[]) {
        if (selects(budget, object) || (previous && selects(budget, previous))) {
          touched.add(nameOf(key.namespace, budget.metadata.name));
        }
      }
    }
    this.mark([...touched]);
  }

  async reconcile(keys: readonly string[]): Promise<void> {
    const modifications = keys.flatMap((key) => this.modificationFor(key));
    if (modifications.length > 0) await this.context.runtime.store.modify(modifications, this.context.fence);
  }

  private mark(keys: readonly string[]): void {
    for (const key of keys) this.dirty.add(key);
    this.rounds.run();
  }

  private async round(): Promise<void> {
    const batch = [...this.dirty];
    this.dirty = new Set();
    await this.reconcile(batch);
  }

  private modificationFor(key: string): Modification[] {
    const { cache, clock } = this.context.runtime;
    const slash = key.indexOf('/');
    const objectKey = { resource: BUDGETS, namespace: key.slice(0, slash), name: key.slice(slash + 1) };
    if (!cache.get(objectKey)) return [];
    return [
      {
        key: objectKey,
        change: (object) => {
          const budget = object as unknown as PodDisruptionBudget;
          const pods = cache.list('pods', objectKey.namespace).filter((pod) => selects(budget, pod));
          const verdict = disruptionStatus({
            budget,
            pods: pods as unknown as Pod[],
            scaleOf: (controller) => this.scaleOf(objectKey.namespace, controller),
            nowMs: clock.now(),
          });
          this.recheck(key, verdict.recheckAtMs);
          const isSame = JSON.stringify(verdict.status) === JSON.stringify(budget.status);
          return isSame ? undefined : { ...object, status: verdict.status };
        },
      },
    ];
  }

  /** A ReplicaSet of a Deployment is a part of that: two of them during a rollout have one scale between them. */
  private scaleOf(namespace: string, { apiVersion, kind, name, uid }: OwnerReference): ControllerScale | undefined {
    const known = kindByGvk(apiVersion, kind);
    if (!known || !isScalable(known)) return undefined;
    const owner = this.context.runtime.cache.get({ resource: resourceName(known), namespace, name });
    if (owner?.metadata.uid !== uid) return undefined;
    const above = kind === 'ReplicaSet' ? controllerOf(owner) : undefined;
    const whole = above && this.scaleOf(namespace, above);
    return whole ?? { uid, replicas: (owner.spec as { replicas?: number } | undefined)?.replicas ?? 1 };
  }

  private recheck(key: string, atMs: number | undefined): void {
    this.rechecks.get(key)?.cancel();
    this.rechecks.delete(key);
    if (atMs === undefined) return;
    const fire = (): void => this.mark([key]);
    this.rechecks.set(key, this.context.runtime.clock.setTimer(atMs, TimerPhase.Controllers, fire));
  }
}

function selects(budget: PodDisruptionBudget, pod: KubeObject): boolean {
  return matchesLabelSelector(budget.spec?.selector, pod.metadata.labels ?? {});
}
