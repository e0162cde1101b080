import { Signal } from '../signals';
import { resolveAmount } from '../thresholds/threshold';
import type { MeterLimits, NodeCapacity } from '../usage/node-meter';
import type { ResourceConfiguration } from './kubelet-configuration';

/** Returns the limits that a configuration sets for the pods of a node, and the memory that swap hides from its kubelet (spec nodes D4). */
export function meterLimits(
  { logBytes, podProcesses, toleratesSwap, thresholds, daemonCaps }: ResourceConfiguration,
  { memoryBytes, swapBytes }: Pick<NodeCapacity, 'memoryBytes' | 'swapBytes'>,
): MeterLimits {
  const ofMemory = thresholds.filter(({ signal }) => signal === Signal.MemoryAvailable);
  const floor = Math.max(0, ...ofMemory.map(({ value }) => resolveAmount(value, memoryBytes)));
  const freeMemoryBytes = toleratesSwap && swapBytes > 0 ? floor : undefined;
  return { logBytes, podProcesses, freeMemoryBytes, daemonCaps };
}
