import type { Pod, Volume } from '@orrery/api-types';

/** Returns whether a volume is of a kind that two pods of a node may not always share. */
export function isExclusiveKind(volume: Volume): boolean {
  return Boolean(volume.gcePersistentDisk ?? volume.awsElasticBlockStore ?? volume.rbd ?? volume.iscsi);
}

/** Returns whether two volumes are the same disk and may not both be mounted on one node (spec scheduler 4.14). */
function areInConflict(a: Volume, b: Volume): boolean {
  if (a.gcePersistentDisk && b.gcePersistentDisk) {
    return (
      a.gcePersistentDisk.pdName === b.gcePersistentDisk.pdName &&
      !bothReadOnly(a.gcePersistentDisk, b.gcePersistentDisk)
    );
  }
  if (a.awsElasticBlockStore && b.awsElasticBlockStore) {
    return a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore.volumeID;
  }
  if (a.iscsi && b.iscsi) return a.iscsi.iqn === b.iscsi.iqn && !bothReadOnly(a.iscsi, b.iscsi);
  if (!a.rbd || !b.rbd) return false;
  const { monitors, pool = 'rbd', image } = a.rbd;
  const other = b.rbd;
  const sharesMonitor = monitors.some((monitor) => other.monitors.includes(monitor));
  return sharesMonitor && pool === (other.pool ?? 'rbd') && image === other.image && !bothReadOnly(a.rbd, other);
}

/** Returns whether a volume of the one pod is in conflict with one of the other. */
export function podsConflict(a: Pod, b: Pod): boolean {
  const theirs = b.spec.volumes;
  if (!theirs || theirs.length === 0) return false;
  return (a.spec.volumes ?? []).some(
    (volume) => isExclusiveKind(volume) && theirs.some((other) => areInConflict(volume, other)),
  );
}

interface Mount {
  readonly readOnly?: boolean;
}

function bothReadOnly(a: Mount, b: Mount): boolean {
  return a.readOnly === true && b.readOnly === true;
}
