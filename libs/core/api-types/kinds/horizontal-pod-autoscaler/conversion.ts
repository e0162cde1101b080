import type { KubeObject } from '../../objects';

type Json = Record<string, unknown>;

/** autoscaling/v2 says as a metric what v1 says as one percentage of cpu; other metrics are invisible in v1. */
export function convertHorizontalPodAutoscaler(object: KubeObject, apiVersion: string): KubeObject {
  const spec = { ...(object.spec as Json | undefined) };
  const status = { ...(object.status as Json | undefined) };
  if (apiVersion === 'autoscaling/v2') {
    moveCpuToMetrics(spec, 'targetCPUUtilizationPercentage', 'metrics', 'target');
    moveCpuToMetrics(status, 'currentCPUUtilizationPercentage', 'currentMetrics', 'current');
  } else {
    moveCpuFromMetrics(spec, 'targetCPUUtilizationPercentage', 'metrics', 'target');
    moveCpuFromMetrics(status, 'currentCPUUtilizationPercentage', 'currentMetrics', 'current');
    delete status['conditions'];
    delete spec['behavior'];
  }
  return { ...object, apiVersion, spec, ...(object.status === undefined ? {} : { status }) };
}

function moveCpuToMetrics(part: Json, percentage: string, list: string, value: string): void {
  const averageUtilization = part[percentage];
  delete part[percentage];
  if (typeof averageUtilization !== 'number') return;
  const amount = value === 'target' ? { type: 'Utilization', averageUtilization } : { averageUtilization };
  part[list] = [{ type: 'Resource', resource: { name: 'cpu', [value]: amount } }];
}

function moveCpuFromMetrics(part: Json, percentage: string, list: string, value: string): void {
  const metrics = part[list];
  delete part[list];
  if (!Array.isArray(metrics)) return;
  const cpu = metrics.find((metric: Json) => (metric['resource'] as Json | undefined)?.['name'] === 'cpu') as
    Json | undefined;
  const amount = (cpu?.['resource'] as Json | undefined)?.[value] as Json | undefined;
  if (typeof amount?.['averageUtilization'] === 'number') part[percentage] = amount['averageUtilization'];
}
