/** Pod as far as the reference reads it. Later in the list means started later. */
export interface ReferencePod {
  readonly name: string;
  readonly node: string;
  readonly priority: number;
  readonly milliCpu: number;
  /** Its label `app`; '' is none. */
  readonly app: string;
  readonly isTerminating: boolean;
}

export interface ReferenceCluster {
  readonly nodes: readonly { readonly name: string; readonly zone: string; readonly milliCpu: number }[];
  readonly pods: readonly ReferencePod[];
  /** Disruptions allowed, by the label `app` that the budget selects. */
  readonly budgets: Readonly<Record<string, number>>;
}

/** A pod with one hard constraint that spreads pods with its own label over zones. */
export interface ReferencePreemptor {
  readonly priority: number;
  readonly milliCpu: number;
  readonly app: string;
  readonly maxSkew: number;
}

/** A candidate as recordings write it. */
export interface ReferenceCandidate {
  readonly node: string;
  readonly victims: readonly string[];
  readonly violations: number;
}

class Simulation {
  private readonly perZone = new Map<string, number>();

  constructor(
    cluster: ReferenceCluster,
    private readonly preemptor: ReferencePreemptor,
    private readonly node: ReferenceCluster['nodes'][number],
    private readonly onNode: Set<ReferencePod>,
  ) {
    const zoneOf = new Map(cluster.nodes.map(({ name, zone }) => [name, zone]));
    for (const { zone } of cluster.nodes) this.perZone.set(zone, 0);
    for (const pod of cluster.pods) {
      if (pod.app === preemptor.app && !pod.isTerminating) this.count(zoneOf.get(pod.node)!, 1);
    }
  }

  private count(zone: string, delta: number): void {
    this.perZone.set(zone, this.perZone.get(zone)! + delta);
  }

  remove(pod: ReferencePod): void {
    this.onNode.delete(pod);
    if (pod.app === this.preemptor.app) this.count(this.node.zone, -1);
  }

  add(pod: ReferencePod): void {
    this.onNode.add(pod);
    if (pod.app === this.preemptor.app) this.count(this.node.zone, 1);
  }

  fits(): boolean {
    let used = this.preemptor.milliCpu;
    for (const { milliCpu } of this.onNode) used += milliCpu;
    const skew = this.perZone.get(this.node.zone)! + 1 - Math.min(...this.perZone.values());
    return used <= this.node.milliCpu && skew <= this.preemptor.maxSkew;
  }
}

/**
 * The candidates for preemption, or undefined if the pod fits somewhere: `SelectVictimsOnNode`, `filterPodsWithPDBViolation`
 * (pkg/scheduler/framework/plugins/defaultpreemption) and `updateWithPod` (podtopologyspread/filtering.go) of 1.34, for
 * resources and one spread constraint, by recounting everything for each node.
 */
export function referenceCandidates(
  cluster: ReferenceCluster,
  preemptor: ReferencePreemptor,
): ReferenceCandidate[] | undefined {
  const candidates: ReferenceCandidate[] = [];
  for (const node of cluster.nodes) {
    const onNode = cluster.pods.filter((pod) => pod.node === node.name);
    const simulation = new Simulation(cluster, preemptor, node, new Set(onNode));
    if (simulation.fits()) return undefined;
    const lower = onNode.filter(({ priority }) => priority < preemptor.priority);
    for (const pod of lower) simulation.remove(pod);
    if (lower.length === 0 || !simulation.fits()) continue;
    const important = (a: ReferencePod, b: ReferencePod): number =>
      b.priority - a.priority || cluster.pods.indexOf(a) - cluster.pods.indexOf(b);
    const sorted = lower.sort(important);
    const breaking = new Set(sorted.filter(breaksBudget(cluster.budgets)));
    const victims: ReferencePod[] = [];
    for (const pod of [...breaking, ...sorted.filter((each) => !breaking.has(each))]) {
      simulation.add(pod);
      if (simulation.fits()) continue;
      simulation.remove(pod);
      victims.push(pod);
    }
    if (victims.length === 0) continue;
    const violations = victims.filter((pod) => breaking.has(pod)).length;
    candidates.push({ node: node.name, victims: victims.sort(important).map(({ name }) => name), violations });
  }
  return candidates;
}

function breaksBudget(budgets: ReferenceCluster['budgets']): (pod: ReferencePod) => boolean {
  const left = { ...budgets };
  return ({ app }) => {
    if (app === '' || left[app] === undefined) return false;
    left[app] -= 1;
    return left[app]! < 0;
  };
}
