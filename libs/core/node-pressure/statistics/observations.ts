import { Signal } from '../signals';
import { resolveAmount, type Threshold } from '../thresholds/threshold';
import type { FilesystemSupply, NodeStatistics, Supply } from './node-statistics';

/** Remaining amount of each signal; signals that were not measured are missing. */
export type Observations = ReadonlyMap<Signal, Supply>;

/** Reads the signals from a summary (spec nodes E1). */
export function observe(statistics: NodeStatistics): Observations {
  const { memory, podsMemory, nodefs, imagefs, processes } = statistics;
  const found = new Map<Signal, Supply>();
  if (memory) found.set(Signal.MemoryAvailable, memory);
  if (podsMemory) found.set(Signal.AllocatableMemoryAvailable, podsMemory);
  if (nodefs) {
    found.set(Signal.NodefsAvailable, space(nodefs));
    found.set(Signal.NodefsInodesFree, inodes(nodefs));
  }
  if (imagefs) {
    found.set(Signal.ImagefsAvailable, space(imagefs));
    found.set(Signal.ImagefsInodesFree, inodes(imagefs));
  }
  if (processes) found.set(Signal.PidAvailable, processes);
  return found;
}

/** The thresholds of which less is left than they ask for, optionally with the minimum reclaim on top. */
export function thresholdsMet(
  thresholds: readonly Threshold[],
  observations: Observations,
  withMinReclaim: boolean,
): Threshold[] {
  return thresholds.filter((threshold) => {
    const observed = observations.get(threshold.signal);
    if (!observed) return false;
    let wanted = resolveAmount(threshold.value, observed.capacity);
    if (withMinReclaim && threshold.minReclaim) wanted += resolveAmount(threshold.minReclaim, observed.capacity);
    return wanted > observed.available;
  });
}

function space({ availableBytes, capacityBytes, timeMs }: FilesystemSupply): Supply {
  return { available: availableBytes, capacity: capacityBytes, timeMs };
}

function inodes(filesystem: FilesystemSupply): Supply {
  return { available: filesystem.inodesFree, capacity: filesystem.inodes, timeMs: filesystem.timeMs };
}
