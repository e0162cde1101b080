import { Signal } from '../signals';
import { resolveAmount } from '../thresholds/threshold';
import type { MeterLimits, NodeCapacity } from '../usage/node-meter';
import type { ResourceConfiguration } from './kubelet-configuration';

/** What a configuration keeps the pods of a node from, and what swap keeps its kubelet from seeing (spec nodes D4). */
export function meterLimits(
  { logBytes, podProcesses, toleratesSwap, thresholds, daemonCaps }: ResourceConfiguration,
  { memoryBytes, swapBytes }: Pick<NodeCapacity, 'memoryBytes' | 'swapBytes'>,
): MeterLimits {
  const ofMemory = thresholds.filter(({ signal }) => signal === Signal.MemoryAvailable);
  const floor = Math.max(0, ...ofMemory.map(({ value }) => resolveAmount(value, memoryBytes)));
  const freeMemoryBytes = toleratesSwap && swapBytes > 0 ? floor : undefined;
  return { logBytes, podProcesses, freeMemoryBytes, daemonCaps };
}
