import { isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import { hasUsage, integrate, NodeUsage, type Curve, type NodeMeter, type Threshold } from '@orrery/node-pressure';
import type { CachePort, IdentityPort, SettingsPort } from '../ports/cluster-ports';
import { NodeConfigurations, type NodeResourceSettings } from './node-configurations';
import { podBehavioursOf, readPodBehaviours } from './pod-behaviours-of';

const NANOS_PER_MILLI = 1_000_000;

/** Ports that a meter reads. */
type MeteredCluster = Pick<IdentityPort, 'seed'> & Pick<CachePort, 'cache'> & Pick<SettingsPort, 'settings'>;

/** A node's meter, read from what the server knows. */
export function meterOf(cluster: MeteredCluster, node: Node): NodeMeter {
  return meterReader(cluster)(node);
}

/** Meters of a cluster's nodes under the current configuration of nodes and pods. */
export interface NodeMetering {
  /** The meter of a node with these pods. */
  meter(node: Node, pods: readonly Pod[]): NodeMeter;
  /**
   * Returns true if any object or annotation defines the usage of the node, or of one of these pods: others use
   * nothing, and need no meter.
   */
  isInUse(node: Node, pods: readonly Pod[]): boolean;
  /** Returns the thresholds at which the node's kubelet acts on pressure. */
  thresholdsOf(node: Node): readonly Threshold[];
}

/** Makes meters for one answer or one pass; they are not kept, because the configuration of nodes may change. */
export function nodeMetering(cluster: MeteredCluster): NodeMetering {
  const { seed, settings } = cluster;
  const configurations = new NodeConfigurations(settings as NodeResourceSettings, () => cluster.cache, seed);
  const behaviours = podBehavioursOf(seed, () => cluster.cache);
  readPodBehaviours(behaviours, cluster.cache);
  return {
    meter: (node, pods) =>
      configurations.meter(
        node,
        pods.map((pod) => behaviours.give(pod)),
      ),
    isInUse: (node, pods) =>
      hasUsage(configurations.give(node).metadata.annotations) ||
      pods.some((pod) => hasUsage(behaviours.give(pod).metadata.annotations)),
    thresholdsOf: (node) => configurations.of(node).thresholds,
  };
}

/** Reads meters of nodes as they are now, each of them once; for one answer or one pass, not to be kept. */
export function meterReader(cluster: MeteredCluster): (node: Node) => NodeMeter {
  const metering = nodeMetering(cluster);
  const meters = new Map<string, NodeMeter>();
  return (node) => {
    const { name } = node.metadata;
    let meter = meters.get(name);
    if (!meter) meters.set(name, (meter = metering.meter(node, cluster.cache.podsOn(name))));
    return meter;
  };
}

/** Cpu in use and used so far. */
export interface CpuUse {
  readonly usageNanoCores: number;
  readonly usageCoreNanoSeconds: number;
}

/** Returns the CPU use of a curve in thousandths of a core, accumulated since `fromMs`. */
export function cpuUse(curve: Curve | undefined, fromMs: number, nowMs: number): CpuUse {
  return {
    usageNanoCores: Math.max(0, Math.round((curve?.pieceAt(nowMs).value ?? 0) * NANOS_PER_MILLI)),
    // A thousandth of a core for a millisecond is a thousand nanoseconds of a core.
    usageCoreNanoSeconds: Math.round(integrate(curve, fromMs, nowMs) * 1000),
  };
}

export function sumCpu(uses: readonly CpuUse[]): CpuUse {
  let usageNanoCores = 0;
  let usageCoreNanoSeconds = 0;
  for (const use of uses) {
    usageNanoCores += use.usageNanoCores;
    usageCoreNanoSeconds += use.usageCoreNanoSeconds;
  }
  return { usageNanoCores, usageCoreNanoSeconds };
}

/** Cpu of all running containers of a pod, one by one. */
export function containerCpu(meter: NodeMeter, uid: string, nowMs: number): Map<string, CpuUse> {
  const usage = meter.usages.find(({ pod }) => pod.metadata.uid === uid);
  return new Map(
    (usage?.running ?? []).map(({ spec, curves, startedAtMs }) => [
      spec.name,
      cpuUse(curves['usage-cpu'], startedAtMs, nowMs),
    ]),
  );
}

/** Cpu of the node's daemons since its creation. */
export function daemonCpu(meter: NodeMeter, createdAtMs: number, nowMs: number): CpuUse {
  return cpuUse(meter.daemons[NodeUsage.Cpu], createdAtMs, nowMs);
}

/** Pods that run on the node now. */
export function isMeasured({ status }: Pod): boolean {
  return status?.startTime !== undefined && !isTerminalPhase(status.phase);
}
