import type { Node } from '@orrery/api-types';
import { nodeMetering, type ClusterRuntime, type NodeMetering } from '@orrery/control-plane';
import { NodeUsage as UsageName, signalLevels, valueAt, type NodeMeter } from '@orrery/node-pressure';
import { formatDuration } from '@orrery/time';
import type { NamedUsage, SignalView, Usage } from './usage';

/** Returns the usage of a node and its pods at an instant. */
export function usageOf(meter: NodeMeter, nowMs: number): Usage {
  let cpuMillis = valueAt(meter.daemons[UsageName.Cpu], nowMs);
  let memoryBytes = valueAt(meter.daemons[UsageName.Memory], nowMs);
  for (const { running } of meter.usages) {
    for (const { curves } of running) {
      cpuMillis += valueAt(curves['usage-cpu'], nowMs);
      memoryBytes += valueAt(curves['usage-memory'], nowMs);
    }
  }
  return { cpuMillis: Math.round(cpuMillis), memoryBytes: Math.round(memoryBytes) };
}

/** Meters of the last requested revision, null for nodes that use nothing: time alone does not change them. */
interface KnownMeters {
  readonly revision: number;
  readonly settings: unknown;
  readonly metering: NodeMetering;
  readonly meters: Map<string, NodeMeter | null>;
}
/** Meters by the cache, which all views of a cluster share. */
const known = new WeakMap<ClusterRuntime['cache'], KnownMeters>();

/** The meters of a cluster as it is now: one configuration of its nodes is read for all of them. */
function metersOf(runtime: ClusterRuntime): KnownMeters {
  const { cache, settings } = runtime;
  let kept = known.get(cache);
  if (kept?.revision !== cache.revision || kept.settings !== settings) {
    kept = { revision: cache.revision, settings, metering: nodeMetering(runtime), meters: new Map() };
    known.set(cache, kept);
  }
  return kept;
}

/** Returns the current usage of one node. */
export function nodeUsage(runtime: ClusterRuntime, node: Node): NamedUsage {
  const { cache, clock } = runtime;
  const kept = metersOf(runtime);
  const { name } = node.metadata;
  let meter = kept.meters.get(name);
  if (meter === undefined) {
    const pods = cache.podsOn(name);
    meter = kept.metering.isInUse(node, pods) ? kept.metering.meter(node, pods) : null;
    kept.meters.set(name, meter);
  }
  return { nodeName: name, ...(meter ? usageOf(meter, clock.now()) : { cpuMillis: 0, memoryBytes: 0 }) };
}

/** The nodes that use something, by name. */
export function nodeUsages(runtime: ClusterRuntime): NamedUsage[] {
  return runtime.cache
    .list('nodes')
    .map((node) => nodeUsage(runtime, node as Node))
    .filter(({ cpuMillis, memoryBytes }) => cpuMillis > 0 || memoryBytes > 0)
    .sort((a, b) => (a.nodeName < b.nodeName ? -1 : 1));
}

/** Returns the current eviction signals of a node. */
export function signalsNow(runtime: ClusterRuntime, node: Node): SignalView[] {
  const { metering } = metersOf(runtime);
  const meter = metering.meter(node, runtime.cache.podsOn(node.metadata.name));
  return signalsOf(metering, { node, meter, nowMs: runtime.clock.now() });
}

/** Returns the eviction signals of a node at an instant, with its thresholds and the conditions that it reported. */
export function signalsOf(
  { thresholdsOf }: Pick<NodeMetering, 'thresholdsOf'>,
  { node, meter, nowMs }: { readonly node: Node; readonly meter: NodeMeter; readonly nowMs: number },
): SignalView[] {
  return signalLevels(meter.statistics(nowMs), thresholdsOf(node)).map(
    ({ signal, available, capacity, condition, thresholds }) => {
      const since = node.status.conditions?.find(({ type, status }) => type === condition && status === 'True');
      return {
        name: signal,
        available,
        capacity,
        condition,
        ...(since?.lastTransitionTime === undefined ? {} : { conditionSince: since.lastTransitionTime }),
        thresholds: thresholds.map(({ threshold, wanted, isMet }) => ({
          amount: wanted,
          gracePeriod: formatDuration(threshold.gracePeriodMs),
          isMet,
        })),
      };
    },
  );
}
