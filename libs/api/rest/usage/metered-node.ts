import { isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import { integrate, NodeUsage, type Curve, type NodeMeter } from '@orrery/node-pressure';
import {
  NodeConfigurations,
  podBehavioursOf,
  readPodBehaviours,
  type ClusterRuntime,
  type NodeResourceSettings,
} from '@orrery/control-plane';

const NANOS_PER_MILLI = 1_000_000;

/** A node's meter, read from what the server knows. */
export function meterOf(runtime: ClusterRuntime, node: Node): NodeMeter {
  const configurations = new NodeConfigurations(
    runtime.settings as NodeResourceSettings,
    () => runtime.cache,
    runtime.seed,
  );
  const behaviours = podBehavioursOf(runtime.seed, () => runtime.cache);
  readPodBehaviours(behaviours, runtime.cache);
  const pods = runtime.cache.podsOn(node.metadata.name) as Pod[];
  return configurations.meter(
    node,
    pods.map((pod) => behaviours.give(pod)),
  );
}

/** Cpu in use and used so far. */
export interface CpuUse {
  readonly usageNanoCores: number;
  readonly usageCoreNanoSeconds: number;
}

/** What a curve in thousandths of a core comes to since `fromMs`. */
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
