import type { DefaultEvictorArgs } from '../evictor/default-evictor-args';
import type { DeschedulingBehaviour } from '../run/behaviour';
import type { EvictionLimits } from '../run/eviction-limits';
import type { ConfiguredStrategy, DeschedulingPoint } from '../run/strategy';

/** Strategy in a profile. */
export interface PolicyStep {
  readonly profile: string;
  readonly strategy: string;
  readonly point: DeschedulingPoint;
  readonly evictor: DefaultEvictorArgs;
  readonly run: ConfiguredStrategy;
}

/** Source of real usage. */
export interface MetricsProvider {
  readonly source: 'KubernetesMetrics' | 'Prometheus';
  readonly url?: string;
  /** The Secret that holds the token for Prometheus. */
  readonly authToken?: { readonly namespace: string; readonly name: string };
}

/** A policy of either format, validated and ready to run. */
export interface DeschedulerPolicy {
  readonly apiVersion: string;
  /** Selector of the nodes that take part; absent means all. */
  readonly nodeSelector?: string;
  readonly limits: EvictionLimits;
  /** Warnings are written for pods that could not be evicted. */
  readonly failureEvents: boolean;
  readonly gracePeriodSeconds?: number;
  /** In the order in which they run. */
  readonly steps: readonly PolicyStep[];
  readonly metricsProviders: readonly MetricsProvider[];
  /** Queries that some strategy wants answered by Prometheus. */
  readonly prometheusQueries: readonly string[];
  readonly behaviour: DeschedulingBehaviour;
  /** Policy content without effect, and profiles that were left out. */
  readonly warnings: readonly string[];
  /** The reason why profiles were left out, by profile; only with `onInvalidProfile: skip`. */
  readonly profileErrors: Readonly<Record<string, string>>;
}
