import { Kinds } from '@orrery/api-types';
import { SAMPLE_INTERVAL_MS, UsageMeans, type DeschedulerPolicy, type MeasuredUsage } from '@orrery/descheduling';
import { TimerPhase, type Timer } from '@orrery/time';
import type { DeschedulingPorts } from './descheduling-ports';
import { MeteredNodes } from './metered-nodes';

/** Returns true if a policy uses the metrics API. */
export function usesMetricsApi({ metricsProviders }: DeschedulerPolicy): boolean {
  return metricsProviders.some(({ source }) => source === 'KubernetesMetrics');
}

/**
 * Samples the usage of all nodes while a descheduler runs, as its metrics collector does: at once, and every five
 * seconds of cluster time from then on.
 */
export class UsageSampler {
  private readonly means = new UsageMeans();
  private readonly metered: MeteredNodes;
  private timer: Timer | undefined;
  private begun = false;

  constructor(private readonly cluster: DeschedulingPorts) {
    this.metered = new MeteredNodes(cluster);
  }

  /** Takes the first sample and continues; does nothing if it is running already. */
  begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.sample();
  }

  stop(): void {
    this.begun = false;
    this.timer?.cancel();
  }

  /** Returns the means so far; the usage of a pod is read on demand. */
  get usage(): NonNullable<MeasuredUsage['metricsApi']> {
    return {
      nodeUsage: (name) => this.means.of(name),
      podUsage: (namespace, name) => this.metered.podUsage(namespace, name),
    };
  }

  private sample(): void {
    const { cache, clock } = this.cluster;
    for (const { metadata } of cache.list(Kinds.Node))
      this.means.add(metadata.name, this.metered.nodeUsage(metadata.name));
    this.timer = clock.setTimer(
      clock.now() + SAMPLE_INTERVAL_MS,
      TimerPhase.Controllers,
      'descheduler (usage of nodes)',
      () => {
        if (this.begun) this.sample();
      },
    );
  }
}
