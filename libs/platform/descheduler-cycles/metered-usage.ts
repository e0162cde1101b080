import type { DeschedulerPolicy, MeasuredUsage } from '@orrery/descheduling';
import type { Actor } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';
import { askPrometheus } from './prometheus';
import { usesMetricsApi, UsageSampler } from './usage-sampler';

/**
 * Returns the measurements of a policy's sources: the means of a running sampler, or one new sample, and the answers of
 * a Prometheus server.
 */
export async function measuredUsageFor(
  cluster: DeschedulingPorts,
  policy: DeschedulerPolicy,
  { sampler, actor }: { readonly sampler?: UsageSampler | undefined; readonly actor?: Actor | undefined },
): Promise<MeasuredUsage> {
  const prometheus = policy.metricsProviders.find(({ source }) => source === 'Prometheus');
  const queries = policy.prometheusQueries;
  return {
    ...(usesMetricsApi(policy) && { metricsApi: sampledBy(sampler, cluster) }),
    ...(prometheus && { prometheus: await askPrometheus(cluster, prometheus, { queries, actor }) }),
  };
}

function sampledBy(
  running: UsageSampler | undefined,
  cluster: DeschedulingPorts,
): NonNullable<MeasuredUsage['metricsApi']> {
  const sampler = running ?? new UsageSampler(cluster);
  sampler.begin();
  // One that was made for this cycle ends with its first sample.
  if (!running) sampler.stop();
  return sampler.usage;
}
