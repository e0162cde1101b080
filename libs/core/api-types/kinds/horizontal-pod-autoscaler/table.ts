import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from 'kubernetes-types/autoscaling/v2';
import { ageSince } from '../../tables/age';
import { AGE, NAME, of, tableOf, text, type Stored } from '../../tables/table-kind';

const SPEC = 'V2HorizontalPodAutoscalerSpec';
const MOST_METRICS = 2;
const UNKNOWN = '<unknown>';

/** Columns of a HorizontalPodAutoscaler (`pkg/printers/internalversion` upstream). */
export const HORIZONTAL_POD_AUTOSCALER_TABLE = tableOf<Stored<HorizontalPodAutoscaler>>(
  [
    NAME,
    text('Reference', of(SPEC, 'scaleTargetRef')),
    text('Targets', of(SPEC, 'metrics')),
    text('MinPods', of(SPEC, 'minReplicas')),
    text('MaxPods', of(SPEC, 'maxReplicas')),
    text('Replicas', of('V2HorizontalPodAutoscalerStatus', 'currentReplicas')),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    `${spec?.scaleTargetRef.kind}/${spec?.scaleTargetRef.name}`,
    targets(spec?.metrics ?? [], status?.currentMetrics ?? []),
    spec?.minReplicas === undefined ? '<unset>' : String(spec.minReplicas),
    spec?.maxReplicas ?? 0,
    status?.currentReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

function targets(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return '<none>';
  const shown = specs.slice(0, MOST_METRICS).map((spec, i) => formatMetric(spec, statuses[i]));
  const rest = specs.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` + ${rest} more...` : '');
}

function formatMetric(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return ofValueOrAverage(spec.external?.target, status?.external?.current);
    case 'Object':
      return ofValueOrAverage(spec.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? UNKNOWN}/${spec.pods?.target.averageValue}`;
    case 'Resource':
      return `${spec.resource?.name}: ${ofResource(spec.resource?.target, status?.resource?.current)}`;
    case 'ContainerResource': {
      const { name, target } = spec.containerResource ?? {};
      return `${name}: ${ofResource(target, status?.containerResource?.current)}`;
    }
    default:
      return '<unknown type>';
  }
}

function ofValueOrAverage(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
  return `${current?.value ?? UNKNOWN}/${target?.value}`;
}

function ofResource(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue}`;
  const measured = current?.averageUtilization === undefined ? UNKNOWN : `${current.averageUtilization}%`;
  return `${measured}/${target?.averageUtilization ?? 0}%`;
}
