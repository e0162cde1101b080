import type { FieldReader } from '../../policy/field-reader';
import { namespaceTest, readEvictableNamespaces } from '../../policy/namespaces';
import { readThresholds, type Thresholds } from '../node-utilization/thresholds';

/** The one resource of thresholds that go by a Prometheus query. */
export const METRIC_RESOURCE = 'MetricResource';

/** Where usage comes from if not from requests. */
export type MetricsChoice =
  { readonly source: 'KubernetesMetrics' } | { readonly source: 'Prometheus'; readonly query: string };

export interface LowNodeUtilizationArgs {
  readonly thresholds: Thresholds;
  readonly targetThresholds: Thresholds;
  /** The thresholds are distances from the mean. */
  readonly useDeviationThresholds: boolean;
  /** The strategy acts only if more nodes than this are under-utilised. */
  readonly numberOfNodes: number;
  readonly isNamespaceAllowed: (namespace: string) => boolean;
  readonly perNode?: number;
  readonly metrics?: MetricsChoice;
}

export function readLowNodeUtilizationArgs(reader: FieldReader): LowNodeUtilizationArgs {
  const evictable = readEvictableNamespaces(reader);
  const before = reader.problems.length;
  const thresholds = readThresholds(reader, 'thresholds', 'thresholds config is not valid: ');
  const targets =
    reader.problems.length === before
      ? readThresholds(reader, 'targetThresholds', 'targetThresholds config is not valid: ')
      : (reader.percentages('targetThresholds') ?? {});
  const useDeviationThresholds = reader.bool('useDeviationThresholds') ?? false;
  if (reader.problems.length === before) compareThresholds(reader, { thresholds, targets, useDeviationThresholds });
  const limits = reader.object('evictionLimits', 'EvictionLimits');
  const perNode = limits?.uint('node');
  limits?.refuseUnknown();
  const metrics = readMetrics(reader, thresholds, targets);
  return {
    thresholds,
    targetThresholds: targets,
    useDeviationThresholds,
    numberOfNodes: reader.int('numberOfNodes') ?? 0,
    isNamespaceAllowed: namespaceTest(evictable),
    ...(perNode !== undefined && { perNode }),
    ...(metrics && { metrics }),
  };
}

interface ThresholdPair {
  readonly thresholds: Thresholds;
  readonly targets: Thresholds;
  readonly useDeviationThresholds: boolean;
}

function compareThresholds(reader: FieldReader, { thresholds, targets, useDeviationThresholds }: ThresholdPair): void {
  const resources = Object.keys(thresholds);
  const areSame =
    resources.length === Object.keys(targets).length && resources.every((resource) => Object.hasOwn(targets, resource));
  if (!areSame) {
    reader.invalid('targetThresholds', 'thresholds and targetThresholds configured different resources');
    return;
  }
  if (useDeviationThresholds) return;
  for (const resource of resources) {
    if (thresholds[resource]! <= targets[resource]!) continue;
    reader.invalid('thresholds', `thresholds' ${resource} percentage is greater than targetThresholds'`);
    return;
  }
}

function readMetrics(reader: FieldReader, thresholds: Thresholds, targets: Thresholds): MetricsChoice | undefined {
  const metrics = reader.object('metricsUtilization', 'MetricsUtilization');
  if (!metrics) return undefined;
  const source = metrics.string('source');
  const usesServer = metrics.bool('metricsServer') ?? false;
  const prometheus = metrics.object('prometheus', 'Prometheus');
  const query = prometheus?.string('query') ?? '';
  prometheus?.refuseUnknown();
  metrics.refuseUnknown();
  if (source === 'KubernetesMetrics' && usesServer) {
    const reason = 'it is not allowed to set both "KubernetesMetrics" source and metricsServer';
    reader.invalid('metricsUtilization', reason);
  }
  if (source === 'KubernetesMetrics' || (source === undefined && usesServer)) return { source: 'KubernetesMetrics' };
  if (source !== 'Prometheus') {
    reader.invalid('metricsUtilization', 'metrics source must be KubernetesMetrics or Prometheus');
    return undefined;
  }
  if (!query) reader.invalid('metricsUtilization', 'prometheus query is missing');
  for (const [key, map] of [
    ['thresholds', thresholds],
    ['targetThresholds', targets],
  ] as const) {
    const names = Object.keys(map);
    if (names.length === 1 && names[0] === METRIC_RESOURCE) continue;
    const reason = `${key} are expected to specify a single instance of "${METRIC_RESOURCE}" resource, got [${names.join(' ')}] instead`;
    reader.invalid(key, reason);
  }
  return { source: 'Prometheus', query };
}
