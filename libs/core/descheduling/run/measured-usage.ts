import type { Amounts } from '../cluster/pod-requests';

/** What nodes and pods really use, for strategies that do not go by requests. Absent sources are not configured. */
export interface MeasuredUsage {
  /** Current readings of the metrics API: cpu in thousandths of a core, memory in bytes. */
  readonly metricsApi?: {
    readonly nodeUsage: (node: string) => Amounts | undefined;
    readonly podUsage: (namespace: string, name: string) => Amounts | undefined;
  };
  /** Results of Prometheus queries: by query, a share in [0, 1] by node name. */
  readonly prometheus?: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Share of the old mean that a new sample leaves (v0.34 `pkg/descheduler/metricscollector`). */
const INERTIA = 0.9;

/** How often a node's usage is sampled. */
export const SAMPLE_INTERVAL_MS = 5000;

/** Smooths samples of node usage: the first is taken as it is, later ones move the mean by a tenth. */
export class UsageMeans {
  private readonly means = new Map<string, Amounts>();

  /** Adds a sample; a missing sample keeps the old mean. */
  add(node: string, sample: Amounts | undefined): void {
    if (!sample) return;
    const old = this.means.get(node);
    if (!old) {
      this.means.set(node, { ...sample });
      return;
    }
    const mean: Record<string, number> = {};
    for (const resource of Object.keys(sample)) {
      mean[resource] = Math.round(INERTIA * (old[resource] ?? 0) + (1 - INERTIA) * sample[resource]!);
    }
    this.means.set(node, mean);
  }

  of(node: string): Amounts | undefined {
    return this.means.get(node);
  }
}
