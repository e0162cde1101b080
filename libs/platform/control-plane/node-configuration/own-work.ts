import type { Node } from '@orrery/api-types';
import { NodeFact, usageAnnotation, type ResourceConfiguration } from '@orrery/node-pressure';
import type { OwnWork, Registry } from '@orrery/pod-lifecycle';
import { quantityValue, tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';

/** Returns the timing of a kubelet's own work, from its configuration and its machine. */
export function ownWorkOf({ metadata }: Node, configuration: ResourceConfiguration | undefined): OwnWork {
  const fact = (name: NodeFact): string | undefined => metadata.annotations?.[usageAnnotation(name)];
  const jitter = Number(fact(NodeFact.HeartbeatJitter) ?? Number.NaN);
  return {
    parallelImagePulls: configuration?.parallelImagePulls,
    shutdown: configuration?.shutdown,
    pullLimit: configuration?.pullLimit,
    eventLimit: configuration?.eventLimit,
    allowedUnsafeSysctls: configuration?.allowedUnsafeSysctls,
    staticPodPath: configuration?.staticPodPath,
    fileCheckMs: configuration?.fileCheckMs,
    heartbeats: {
      ...configuration?.heartbeats,
      ...(jitter >= 0 && jitter <= 1 ? { leaseJitter: jitter } : {}),
    },
    registry: registryIn(fact(NodeFact.Registry)),
    bootDelayMs: parseDurationMs(fact(NodeFact.BootDelay) ?? '') ?? 0,
  };
}

/** Returns the registry settings of a text; undefined for an unreadable one. */
function registryIn(text: string | undefined): Registry | undefined {
  if (text === undefined) return undefined;
  let given: { latency?: string; bandwidth?: string | number };
  try {
    given = JSON.parse(text) as typeof given;
  } catch {
    return undefined;
  }
  const { latency = '0s', bandwidth } = given;
  const isReadable = bandwidth !== undefined && tryParseQuantity(bandwidth).ok;
  return {
    latencyMs: parseDurationMs(latency) ?? 0,
    bytesPerSecond: isReadable ? Number(quantityValue(bandwidth)) : undefined,
  };
}
