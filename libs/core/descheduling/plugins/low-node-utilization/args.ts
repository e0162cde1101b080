import type { FieldError } from '@orrery/api-types';
import { fields, withDefault, type ValueOf } from '@orrery/documents';
import { argsOf, BOOL, broken, EVICTABLE_NAMESPACES, INT, PERCENTAGES, STRING, UINT } from '../../policy/args-schema';
import { thresholdErrors, type Thresholds } from '../node-utilization/thresholds';

/** The one resource of thresholds that go by a Prometheus query. */
export const METRIC_RESOURCE = 'MetricResource';

/** Source of usage other than requests. */
export type MetricsChoice =
  { readonly source: 'KubernetesMetrics' } | { readonly source: 'Prometheus'; readonly query: string };

const METRICS_UTILIZATION = fields(
  {
    source: STRING,
    metricsServer: withDefault(BOOL, false),
    prometheus: fields({ query: withDefault(STRING, '') }, { name: 'Prometheus' }),
  },
  { name: 'MetricsUtilization' },
);

/** Arguments of LowNodeUtilization. */
export const LOW_NODE_UTILIZATION_ARGS = argsOf(
  'LowNodeUtilizationArgs',
  {
    evictableNamespaces: EVICTABLE_NAMESPACES,
    thresholds: withDefault(PERCENTAGES, {}),
    targetThresholds: withDefault(PERCENTAGES, {}),
    /** The thresholds are distances from the mean. */
    useDeviationThresholds: withDefault(BOOL, false),
    evictionLimits: fields({ node: UINT }, { name: 'EvictionLimits' }),
    metricsUtilization: METRICS_UTILIZATION,
    /** The strategy acts only if more nodes than this are under-utilised. */
    numberOfNodes: withDefault(INT, 0),
  },
  (args) => [...ownThresholdErrors(args), ...metricsErrors(args)],
);
export type LowNodeUtilizationArgs = ValueOf<typeof LOW_NODE_UTILIZATION_ARGS>;

interface ThresholdPair {
  readonly thresholds: Thresholds;
  readonly targetThresholds: Thresholds;
  readonly useDeviationThresholds: boolean;
}

/** The source of usage that arguments choose; undefined for requests. */
export function metricsChoice({ metricsUtilization: chosen }: LowNodeUtilizationArgs): MetricsChoice | undefined {
  if (!chosen) return undefined;
  if (chosen.source === 'Prometheus') return { source: 'Prometheus', query: chosen.prometheus?.query ?? '' };
  return { source: 'KubernetesMetrics' };
}

/** Returns the errors of the thresholds. The targets are checked if the thresholds are right, and both are compared if each is. */
function ownThresholdErrors({ thresholds, targetThresholds, useDeviationThresholds }: ThresholdPair): FieldError[] {
  const errors = thresholdErrors('thresholds', thresholds, 'thresholds config is not valid: ');
  if (errors.length > 0) return errors;
  const ofTargets = thresholdErrors('targetThresholds', targetThresholds, 'targetThresholds config is not valid: ');
  if (ofTargets.length > 0) return ofTargets;
  const resources = Object.keys(thresholds);
  const areSame =
    resources.length === Object.keys(targetThresholds).length &&
    resources.every((resource) => Object.hasOwn(targetThresholds, resource));
  if (!areSame) {
    return [broken('targetThresholds', 'thresholds and targetThresholds configured different resources')];
  }
  if (useDeviationThresholds) return [];
  const crossed = resources.find((resource) => thresholds[resource]! > targetThresholds[resource]!);
  if (crossed === undefined) return [];
  return [broken('thresholds', `thresholds' ${crossed} percentage is greater than targetThresholds'`)];
}

function metricsErrors({
  metricsUtilization: chosen,
  thresholds,
  targetThresholds,
}: ThresholdPair & { readonly metricsUtilization?: ValueOf<typeof METRICS_UTILIZATION> }): FieldError[] {
  if (!chosen) return [];
  const { source, metricsServer, prometheus } = chosen;
  const refuse = (reason: string): FieldError[] => [broken('metricsUtilization', reason)];
  if (source === 'KubernetesMetrics' && metricsServer) {
    return refuse('it is not allowed to set both "KubernetesMetrics" source and metricsServer');
  }
  if (source === 'KubernetesMetrics' || (source === undefined && metricsServer)) return [];
  if (source !== 'Prometheus') return refuse('metrics source must be KubernetesMetrics or Prometheus');
  const maps = Object.entries({ thresholds, targetThresholds });
  const ofMaps = maps.flatMap(([key, map]) => {
    const names = Object.keys(map);
    if (names.length === 1 && names[0] === METRIC_RESOURCE) return [];
    const reason = `${key} are expected to specify a single instance of "${METRIC_RESOURCE}" resource, got [${names.join(' ')}] instead`;
    return [broken(key, reason)];
  });
  return prometheus?.query ? ofMaps : [...refuse('prometheus query is missing'), ...ofMaps];
}
