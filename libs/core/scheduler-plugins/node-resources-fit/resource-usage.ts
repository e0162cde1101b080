import {
  CPU_SLOT,
  isScalarSlot,
  MEMORY_SLOT,
  type NodeInfo,
  type PodShape,
  type ResourceSlots,
} from '@orrery/scheduling';
import type { ResourceWeight } from './args';

/** Configured resource with its slot; undefined for names that are not resources of nodes. */
export interface CountedResource {
  readonly slot: number | undefined;
  readonly weight: number;
}

export function countedResources(
  resources: readonly ResourceWeight[],
  slots: ResourceSlots,
): readonly CountedResource[] {
  return resources.map(({ name, weight }) => ({ slot: slots.slotOf(name), weight }));
}

/** Returns a node's allocatable amount of a resource. */
export function capacityOf(node: NodeInfo, slot: number | undefined): number {
  return slot === undefined ? 0 : (node.allocatable[slot] ?? 0);
}

/** Returns the requested amount including the pod, as scores count it: cpu and memory with missing requests assumed. */
export function assumedUsage(node: NodeInfo, shape: PodShape, slot: number | undefined): number {
  if (slot === undefined) return 0;
  const wanted = shape.scored[slot] ?? 0;
  if (slot === CPU_SLOT) return node.nonZeroCpuMillis + wanted;
  if (slot === MEMORY_SLOT) return node.nonZeroMemoryBytes + wanted;
  return (node.requested[slot] ?? 0) + wanted;
}

/** Returns the real requested amount including the pod. */
export function realUsage(node: NodeInfo, shape: PodShape, slot: number | undefined): number {
  return slot === undefined ? 0 : (node.requested[slot] ?? 0) + (shape.requests[slot] ?? 0);
}

/** Returns true if a resource does not count for this node and these wanted amounts: the node has none, or an unwanted scalar. */
export function isAbsent(node: NodeInfo, wanted: Float64Array, slot: number | undefined): boolean {
  if (slot === undefined || capacityOf(node, slot) === 0) return true;
  return isScalarSlot(slot) && (wanted[slot] ?? 0) === 0;
}
