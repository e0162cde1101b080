import { containerCpu, daemonCpu, isMeasured, sumCpu } from '@orrery/control-plane';
import type { Node } from '@orrery/api-types';
import { NodeUsage, valueAt, type NodeMeter } from '@orrery/node-pressure';
import { parseTimeMs } from '@orrery/time';

/** One number with its labels. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const FAMILIES = {
  container_cpu_usage_seconds_total: ['counter', 'Cumulative cpu time consumed by the container in core-seconds'],
  container_memory_working_set_bytes: ['gauge', 'Current working set of the container in bytes'],
  container_start_time_seconds: ['gauge', 'Start time of the container since unix epoch in seconds'],
  node_cpu_usage_seconds_total: ['counter', 'Cumulative cpu time consumed by the node in core-seconds'],
  node_memory_working_set_bytes: ['gauge', 'Current working set of the node in bytes'],
  pod_cpu_usage_seconds_total: ['counter', 'Cumulative cpu time consumed by the pod in core-seconds'],
  pod_memory_working_set_bytes: ['gauge', 'Current working set of the pod in bytes'],
} as const;
type Family = keyof typeof FAMILIES;

const NANOS = 1_000_000_000;
const WITHOUT_ERROR =
  '# HELP resource_scrape_error [STABLE] 1 if there was an error while getting container metrics, 0 otherwise\n' +
  '# TYPE resource_scrape_error gauge\nresource_scrape_error 0\n';

/** Returns a kubelet's answer at `/metrics/resource`: the figures of the summary for Prometheus and the metrics server. */
export function resourceText(meter: NodeMeter, node: Node, nowMs: number): string {
  const samples = samplesOf(meter, node, nowMs);
  const families = (Object.keys(FAMILIES) as Family[]).filter((name) => samples[name].length > 0);
  const texts = families.map((name) => {
    const [type, help] = FAMILIES[name];
    // The start of a container is not a measurement: it has no time.
    const time = name === 'container_start_time_seconds' ? '' : ` ${nowMs}`;
    const lines = samples[name].map(({ labels, value }) => `${name}${labelText(labels)} ${value}${time}\n`);
    return `# HELP ${name} [STABLE] ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
  });
  return texts.join('') + WITHOUT_ERROR;
}

function samplesOf(meter: NodeMeter, node: Node, nowMs: number): Record<Family, Sample[]> {
  // The keys are those of the record, which fromEntries forgets.
  const samples = Object.fromEntries(Object.keys(FAMILIES).map((name) => [name, []])) as unknown as Record<
    Family,
    Sample[]
  >;
  const statistics = meter.statistics(nowMs);
  const all = [daemonCpu(meter, parseTimeMs(node.metadata.creationTimestamp) ?? 0, nowMs)];
  let bytes = valueAt(meter.daemons[NodeUsage.Memory], nowMs);
  for (const { pod, running } of meter.usages) {
    const own = statistics.ofPod(pod);
    if (!own || !isMeasured(pod)) continue;
    const { name, namespace = '', uid } = pod.metadata;
    const cpus = containerCpu(meter, uid, nowMs);
    for (const { spec, curves, startedAtMs } of running) {
      const labels = { container: spec.name, namespace, pod: name };
      const seconds = cpus.get(spec.name)!.usageCoreNanoSeconds / NANOS;
      samples.container_cpu_usage_seconds_total.push({ labels, value: seconds });
      const value = valueAt(curves['usage-memory'], nowMs);
      samples.container_memory_working_set_bytes.push({ labels, value });
      samples.container_start_time_seconds.push({ labels, value: startedAtMs / 1000 });
    }
    const ofPod = sumCpu([...cpus.values()]);
    const labels = { namespace, pod: name };
    samples.pod_cpu_usage_seconds_total.push({ labels, value: ofPod.usageCoreNanoSeconds / NANOS });
    samples.pod_memory_working_set_bytes.push({ labels, value: own.memoryBytes ?? 0 });
    all.push(ofPod);
    bytes += own.memoryBytes ?? 0;
  }
  samples.node_cpu_usage_seconds_total.push({ labels: {}, value: sumCpu(all).usageCoreNanoSeconds / NANOS });
  samples.node_memory_working_set_bytes.push({ labels: {}, value: bytes });
  return samples;
}

/** Names of objects and containers have nothing in them that would have to be escaped. */
function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
