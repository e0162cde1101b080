import type { Pod, Volume } from '@orrery/api-types';
import type { DiskUse, PodStatistics } from './node-statistics';

/** Parts of a pod's local disk use. */
export interface CountedParts {
  readonly root: boolean;
  readonly logs: boolean;
  /** Volumes to count; none if left out. */
  readonly volumes?: (volume: Volume) => boolean;
}

/** Returns the use of local disks by a pod, by part. */
export function podDiskUse(pod: Pod, statistics: PodStatistics, parts: CountedParts): DiskUse {
  let bytes = 0;
  let inodes = 0;
  const add = (use: DiskUse | undefined): void => {
    bytes += use?.bytes ?? 0;
    inodes += use?.inodes ?? 0;
  };
  for (const { rootfs, logs } of statistics.containers) {
    if (parts.root) add(rootfs);
    if (parts.logs) add(logs);
  }
  const counts = parts.volumes;
  if (counts && statistics.volumes.length > 0) {
    const counted = new Set(pod.spec.volumes?.filter((volume) => counts(volume)).map(({ name }) => name));
    for (const volume of statistics.volumes) if (counted.has(volume.name)) add(volume);
  }
  return { bytes, inodes };
}

/** Volumes on the node's disk, as the ranking counts them. */
export function isRankedVolume(volume: Volume): boolean {
  return volume.hostPath !== undefined || isDiskEmptyDir(volume) || isConfigLike(volume);
}

/** Volumes that count against a pod's limit of ephemeral storage. */
export function isLimitedVolume(volume: Volume): boolean {
  return isDiskEmptyDir(volume) || isConfigLike(volume) || volume.downwardAPI !== undefined;
}

function isDiskEmptyDir({ emptyDir }: Volume): boolean {
  return emptyDir !== undefined && emptyDir.medium !== 'Memory';
}

function isConfigLike({ configMap, gitRepo }: Volume): boolean {
  return configMap !== undefined || gitRepo !== undefined;
}
