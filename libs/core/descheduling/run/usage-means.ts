import type { Amounts } from '../cluster/pod-requests';

/** Share of the old mean that a new sample leaves (v0.34 `pkg/descheduler/metricscollector`). */
const INERTIA = 0.9;

/** Interval of the samples of the nodes' usage. */
export const SAMPLE_INTERVAL_MS = 5000;

/** Smooths samples of node usage: the first is taken as it is, later ones move the mean by a tenth. */
export class UsageMeans {
  private readonly means = new Map<string, Amounts>();

  /** Adds a sample; a missing one keeps the old mean. */
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

  /** The mean of a node; undefined if there never was a sample of it. */
  of(node: string): Amounts | undefined {
    return this.means.get(node);
  }
}
