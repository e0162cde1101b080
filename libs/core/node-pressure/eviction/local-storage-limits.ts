import type { Pod } from '@orrery/api-types';
import { canonicalQuantity, formatQuantity, parseQuantity } from '@orrery/quantity';
import { podAmount, unitsOf } from '../pod-amounts';
import { isLimitedVolume, podDiskUse } from '../statistics/disk-use';
import type { PodStatistics } from '../statistics/node-statistics';

const EPHEMERAL_STORAGE = 'ephemeral-storage';

/**
 * The message with which a pod is evicted because it outgrew a limit of its own on local storage: of an emptyDir, of
 * the pod, of a container, in this order; undefined if it keeps them all (spec nodes E10).
 */
export function localStorageViolation(
  pod: Pod,
  statistics: PodStatistics,
  hasDedicatedImagefs: boolean,
): string | undefined {
  return (
    emptyDirViolation(pod, statistics) ??
    podViolation(pod, statistics, hasDedicatedImagefs) ??
    containerViolation(pod, statistics, hasDedicatedImagefs)
  );
}

function emptyDirViolation(pod: Pod, { volumes }: PodStatistics): string | undefined {
  for (const { name, emptyDir } of pod.spec.volumes ?? []) {
    const limit = emptyDir?.sizeLimit;
    if (limit === undefined) continue;
    const limitBytes = unitsOf(parseQuantity(limit));
    const used = volumes.find((volume) => volume.name === name)?.bytes;
    if (used !== undefined && limitBytes > 0 && used > limitBytes) {
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${canonicalQuantity(limit)}". `;
    }
  }
  return undefined;
}

function podViolation(pod: Pod, statistics: PodStatistics, hasDedicatedImagefs: boolean): string | undefined {
  const limit = podAmount(pod, EPHEMERAL_STORAGE, 'limits');
  if (!limit) return undefined;
  const parts = { root: !hasDedicatedImagefs, logs: true, volumes: isLimitedVolume };
  if (podDiskUse(pod, statistics, parts).bytes <= unitsOf(limit)) return undefined;
  return `Pod ephemeral local storage usage exceeds the total limit of containers ${formatQuantity(limit)}. `;
}

function containerViolation(pod: Pod, statistics: PodStatistics, hasDedicatedImagefs: boolean): string | undefined {
  for (const { name, rootfs, logs } of statistics.containers) {
    const container = pod.spec.containers.find((each) => each.name === name);
    const limit = container?.resources?.limits?.[EPHEMERAL_STORAGE];
    const limitBytes = limit === undefined ? 0 : unitsOf(parseQuantity(limit));
    const used = (logs?.bytes ?? 0) + (hasDedicatedImagefs ? 0 : (rootfs?.bytes ?? 0));
    if (limitBytes > 0 && used > limitBytes) {
      return `Container ${name} exceeded its local ephemeral storage limit "${canonicalQuantity(limit!)}". `;
    }
  }
  return undefined;
}
