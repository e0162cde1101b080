import type { Release } from './reference-utilization';

/** A pod that is due, by its age or its restarts. */
interface DuePod {
  readonly name: string;
  readonly namespace: string;
  readonly node: string;
  readonly ageSeconds: number;
  readonly restarts: number;
  /** The only disruption budget of its namespace covers it. */
  readonly isCovered: boolean;
}

export interface TurnsRun {
  readonly release: Release;
  readonly strategy: 'PodLifeTime' | 'RemovePodsHavingTooManyRestarts';
  /** Pods in the order in which they are listed: by age. */
  readonly pods: readonly DuePod[];
  readonly limits: Readonly<Partial<Record<'total' | 'node' | 'namespace', number>>>;
  /** Allowed disruptions by namespace. */
  readonly disruptionsAllowed: Readonly<Record<string, number>>;
}

/**
 * The pods that go, in order: `PodLifeTime.Deschedule` and `RemovePodsHavingTooManyRestarts.Deschedule`
 * (pkg/framework/plugins, in 0.20 pkg/descheduler/strategies) with `EvictPod` (pkg/descheduler/evictions).
 */
export function referenceTurns({ release, strategy, pods, limits, disruptionsAllowed }: TurnsRun): string[] {
  const nodes = [...new Set(pods.map(({ node }) => node))].sort();
  const turns = nodes.map((node) => pods.filter((pod) => pod.node === node));
  if (strategy === 'RemovePodsHavingTooManyRestarts') {
    if (release === 'v0.34.0') for (const turn of turns) turn.sort((a, b) => b.restarts - a.restarts);
  } else if (release !== 'v0.20.0') {
    turns.splice(
      0,
      turns.length,
      turns.flat().sort((a, b) => b.ageSeconds - a.ageSeconds),
    );
  }
  const left = { ...disruptionsAllowed };
  const evicted: DuePod[] = [];
  const count = (test: (pod: DuePod) => boolean): number => evicted.filter(test).length;
  for (const pod of turns.flat()) {
    if (evicted.length >= (limits.total ?? Infinity)) break;
    if (count(({ node }) => node === pod.node) >= (limits.node ?? Infinity)) continue;
    if (count(({ namespace }) => namespace === pod.namespace) >= (limits.namespace ?? Infinity)) continue;
    if (pod.isCovered && left[pod.namespace]! <= 0) continue;
    if (pod.isCovered) left[pod.namespace]! -= 1;
    evicted.push(pod);
  }
  return evicted.map(({ name }) => name);
}
