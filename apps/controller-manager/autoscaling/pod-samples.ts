import type { Node, Pod } from '@orrery/api-types';
import {
  containerCpu,
  isMeasured,
  meterReader,
  type CachePort,
  type ClockPort,
  type IdentityPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { valueAt, type NodeMeter } from '@orrery/node-pressure';
import type { MetricSample, MetricSource } from '@orrery/workloads';

/** Time that one measurement covers, as `metrics.k8s.io` reports for its own. */
const WINDOW_MS = 10_000;
const NANOS_PER_MILLI = 1_000_000;
/** Memory is served in whole KiB. */
const MEMORY_UNIT_BYTES = 1024;

/** Reads what pods use now, as `metrics.k8s.io` answers it; for one pass, not to be kept. */
export function podSamples(cluster: IdentityPort & CachePort & SettingsPort & ClockPort): MetricSource {
  const read = meterReader(cluster);
  const nowMs = cluster.clock.now();
  return (pods, { resource, container }) => {
    const samples = new Map<string, MetricSample>();
    for (const pod of pods) {
      const node = cluster.cache.get({ resource: 'nodes', namespace: '', name: pod.spec.nodeName ?? '' });
      if (!node || !isMeasured(pod)) continue;
      const milliValue = useOf(read(node as Node), pod, { resource, container, nowMs });
      if (milliValue !== undefined) {
        samples.set(pod.metadata.name, { milliValue, measuredAtMs: nowMs, windowMs: WINDOW_MS });
      }
    }
    return samples;
  };
}

/** Thousandths of the resource's unit; undefined where nothing of the pod runs, or for what is not measured. */
function useOf(
  meter: NodeMeter,
  pod: Pod,
  { resource, container, nowMs }: { resource: string; container: string | undefined; nowMs: number },
): number | undefined {
  const { uid } = pod.metadata;
  const running = (meter.usages.find((usage) => usage.pod.metadata.uid === uid)?.running ?? []).filter(
    ({ spec }) => container === undefined || spec.name === container,
  );
  if (running.length === 0) return undefined;
  if (resource === 'cpu') {
    const cpus = containerCpu(meter, uid, nowMs);
    return sum(running.map(({ spec }) => Math.ceil(cpus.get(spec.name)!.usageNanoCores / NANOS_PER_MILLI)));
  }
  if (resource !== 'memory') return undefined;
  const bytes = running.map(({ curves }) => {
    return Math.ceil(valueAt(curves['usage-memory'], nowMs) / MEMORY_UNIT_BYTES) * MEMORY_UNIT_BYTES;
  });
  return sum(bytes) * 1000;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
