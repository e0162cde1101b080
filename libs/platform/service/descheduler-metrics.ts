import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const LOOP_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500];
const STRATEGY_BUCKETS = LOOP_BUCKETS.filter((bucket) => bucket <= 100);

interface EvictionLabels {
  readonly result: string;
  readonly strategy: string;
  readonly profile: string;
  readonly namespace: string;
  readonly node: string;
}

/** The metrics of the descheduler under the real one's names; each has an older twin. */
export class DeschedulerMetrics {
  private readonly evicted: readonly Counter[];
  private readonly loops: readonly Histogram[];
  private readonly strategies: readonly Histogram[];

  constructor(registry: Registry) {
    const registers = [registry];
    new Gauge({ name: 'descheduler_build_info', help: 'Build info of the descheduler.', registers }).set(1);
    const labelNames = ['result', 'strategy', 'profile', 'namespace', 'node'];
    this.evicted = ['descheduler_pods_evicted_total', 'descheduler_pods_evicted'].map(
      (name) =>
        new Counter({ name, help: 'Number of evicted pods, by the result of the attempt.', labelNames, registers }),
    );
    this.loops = ['descheduler_', 'descheduler_descheduler_'].map(
      (prefix) =>
        new Histogram({
          name: `${prefix}loop_duration_seconds`,
          help: 'Time taken to complete a full descheduling cycle.',
          buckets: LOOP_BUCKETS,
          registers,
        }),
    );
    this.strategies = ['descheduler_', 'descheduler_descheduler_'].map(
      (prefix) =>
        new Histogram({
          name: `${prefix}strategy_duration_seconds`,
          help: 'Time taken to complete each strategy of the descheduling operation.',
          labelNames: ['strategy', 'profile'],
          buckets: STRATEGY_BUCKETS,
          registers,
        }),
    );
  }

  /** An eviction was tried: `result` is success, error, or the text of the limit that was reached. */
  podEvicted(labels: EvictionLabels): void {
    for (const counter of this.evicted) counter.inc({ ...labels });
  }

  cycleDone(seconds: number): void {
    for (const histogram of this.loops) histogram.observe(seconds);
  }

  strategyDone(labels: { readonly strategy: string; readonly profile: string }, seconds: number): void {
    for (const histogram of this.strategies) histogram.observe(labels, seconds);
  }
}
