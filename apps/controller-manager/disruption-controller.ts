import { matchesLabelSelector, type KubeObject, type Pod, type PodDisruptionBudget } from '@orrery/api-types';
import type { ComponentContext, Modification } from '@orrery/control-plane';
import { nameOf, type Change } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import { disruptionStatus } from '@orrery/workloads';
import { runLoop, type Controller } from './controller';

const BUDGETS = 'poddisruptionbudgets.policy';
/** Kinds whose `spec.replicas` says how many pods there should be. */
const SCALABLE = ['replicationcontrollers', 'replicasets.apps', 'statefulsets.apps', 'deployments.apps'];

/** Keeps the status of disruption budgets true. */
export class DisruptionController implements Controller {
  private readonly rechecks = new Map<string, Timer>();
  private dirty = new Set<string>();
  private running = false;

  constructor(private readonly context: ComponentContext) {}

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
    if (this.running || this.dirty.size === 0) return;
    this.running = true;
    runLoop(this.context, 'disruption', async () => {
      try {
        while (this.dirty.size > 0) {
          const batch = [...this.dirty];
          this.dirty = new Set();
          await this.reconcile(batch);
        }
      } finally {
        this.running = false;
      }
    });
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
            scaleOf: (uid) => this.scaleOf(objectKey.namespace, uid),
            nowMs: clock.now(),
          });
          this.recheck(key, verdict.recheckAtMs);
          const isSame = JSON.stringify(verdict.status) === JSON.stringify(budget.status);
          return isSame ? undefined : { ...object, status: verdict.status };
        },
      },
    ];
  }

  private scaleOf(namespace: string, uid: string): number | undefined {
    const { cache } = this.context.runtime;
    for (const resource of SCALABLE) {
      const owner = cache.list(resource, namespace).find(({ metadata }) => metadata.uid === uid);
      if (owner) return (owner.spec as { replicas?: number } | undefined)?.replicas ?? 1;
    }
    return undefined;
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
