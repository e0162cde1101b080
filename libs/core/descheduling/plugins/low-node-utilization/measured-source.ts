import type { Amounts } from '../../cluster/pod-requests';
import type { MeasuredUsage } from '../../run/measured-usage';
import { pick, type UsageSource } from '../node-utilization/node-usage';
import { METRIC_RESOURCE, type MetricsChoice } from './args';

/** Capacity that a Prometheus share is measured against. */
const WHOLE: Amounts = Object.freeze({ [METRIC_RESOURCE]: 100 });

/** Usage as measured; an error if the source is not there. */
export function measuredUsage(
  choice: MetricsChoice,
  measured: MeasuredUsage,
  resources: readonly string[],
): UsageSource | { readonly error: string } {
  return choice.source === 'Prometheus' ? byQuery(choice.query, measured) : byMetricsApi(measured, resources);
}

function byMetricsApi({ metricsApi }: MeasuredUsage, resources: readonly string[]): UsageSource | { error: string } {
  if (!metricsApi) return { error: 'metrics client not initialized' };
  return {
    resources,
    usageOf: (node) => {
      const usage = metricsApi.nodeUsage(node.name);
      if (!usage) return { error: `unable to find node "${node.name}" in the collected metrics` };
      return { ...pick(resources, usage), pods: node.used['pods']! };
    },
    usageOfPod: ({ namespace, name }) => {
      const usage = metricsApi.podUsage(namespace, name);
      return usage ? { ...pick(resources, usage), pods: 1 } : 'skip';
    },
    capacityOf: ({ capacity }) => capacity,
  };
}

function byQuery(query: string, { prometheus }: MeasuredUsage): UsageSource | { error: string } {
  const outcome = prometheus?.get(query);
  if (!outcome) return { error: 'prometheus client not initialized' };
  if (!outcome.ok) return { error: outcome.error };
  const { shares } = outcome;
  return {
    resources: [METRIC_RESOURCE],
    usageOf: ({ name }) => {
      const share = shares.get(name);
      if (share === undefined) return { error: `unable to find metric entry for ${name}` };
      return { [METRIC_RESOURCE]: Math.trunc(share * 100) };
    },
    usageOfPod: () => 'unknown',
    capacityOf: () => WHOLE,
  };
}
