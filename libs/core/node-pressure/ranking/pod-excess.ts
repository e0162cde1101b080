import { qosClass, QosClass, type Pod } from '@orrery/api-types';
import { podRequestUnits } from '../pod-amounts';
import { Signal, signalMeaning, type StarvedResource } from '../signals';
import { isRankedVolume, podDiskUse, type CountedParts } from '../statistics/disk-use';
import type { NodeStatistics, PodStatistics } from '../statistics/node-statistics';

/** A pod as the ranking sees it, all compared figures computed once. */
export interface RankedPod {
  readonly pod: Pod;
  readonly isMeasured: boolean;
  readonly usage: number;
  readonly exceedsRequest: boolean;
  /** Usage beyond what is held against it; negative within. */
  readonly excess: number;
  readonly priority: number;
  /** 0 for BestEffort, 1 for Burstable, 2 for Guaranteed. */
  readonly classRank: number;
  /** Namespace and name, for ties. */
  readonly key: string;
}

const CLASS_RANK: Readonly<Record<QosClass, number>> = {
  [QosClass.BestEffort]: 0,
  [QosClass.Burstable]: 1,
  [QosClass.Guaranteed]: 2,
};

/** Measures the pods by what a signal is about (spec nodes E7). */
export function pressedPods(
  pods: readonly Pod[],
  signal: Signal,
  statistics: Pick<NodeStatistics, 'ofPod'> & { readonly hasDedicatedImagefs: boolean },
): RankedPod[] {
  const { resource } = signalMeaning(signal);
  const parts = countedParts(signal, statistics.hasDedicatedImagefs);
  return pods.map((pod) => {
    const own = statistics.ofPod(pod);
    const usage = own ? usageOf(pod, own, resource, parts) : 0;
    return {
      pod,
      isMeasured: own !== undefined,
      usage,
      exceedsRequest: usage > (resource === 'inodes' ? 0 : podRequestUnits(pod, resource)),
      // For inodes the kubelet subtracts the request for space: odd, but what it does.
      excess: usage - podRequestUnits(pod, resource === 'inodes' ? 'ephemeral-storage' : resource),
      priority: pod.spec.priority ?? 0,
      classRank: CLASS_RANK[qosClass(pod)],
      key: `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`,
    };
  });
}

function usageOf(pod: Pod, own: PodStatistics, resource: StarvedResource, parts: CountedParts): number {
  if (resource === 'memory') return own.memoryBytes ?? 0;
  if (resource === 'pids') return own.processes ?? 0;
  const use = podDiskUse(pod, own, parts);
  return resource === 'inodes' ? use.inodes : use.bytes;
}

function countedParts(signal: Signal, hasDedicatedImagefs: boolean): CountedParts {
  if (!hasDedicatedImagefs) return { root: true, logs: true, volumes: isRankedVolume };
  const isImagefs = signal === Signal.ImagefsAvailable || signal === Signal.ImagefsInodesFree;
  return isImagefs ? { root: true, logs: false } : { root: false, logs: true, volumes: isRankedVolume };
}
