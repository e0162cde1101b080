import type { KubeObject, PersistentVolume } from '../objects';
import { storageCapacityOf, volumeClassName } from './volume-constants';

/** Persistent volumes by what is asked of them, kept by deltas. */
export class VolumeIndex {
  /** Unreserved volumes by class: the smallest first, then by name. */
  private readonly free = new Map<string, PersistentVolume[]>();
  /** By `<namespace>/<claim>` of the claimRef. */
  private readonly held = new Map<string, Map<string, PersistentVolume>>();

  /** Unreserved volumes of a class, in the order in which they are to be taken. */
  freeOfClass(className: string): readonly PersistentVolume[] {
    return this.free.get(className) ?? NONE;
  }

  /** Volumes whose claimRef has the claim's name. */
  heldFor({ metadata }: { readonly metadata: KubeObject['metadata'] }): Iterable<PersistentVolume> {
    return this.held.get(`${metadata.namespace ?? ''}/${metadata.name}`)?.values() ?? NONE;
  }

  /** A volume came (`before` undefined), changed, or went (`after` undefined). */
  changed(before: PersistentVolume | undefined, after: PersistentVolume | undefined): void {
    if (before) this.remove(before);
    if (after) this.add(after);
  }

  private add(volume: PersistentVolume): void {
    const ref = volume.spec?.claimRef;
    if (ref) {
      const key = `${ref.namespace ?? ''}/${ref.name ?? ''}`;
      let volumes = this.held.get(key);
      if (!volumes) this.held.set(key, (volumes = new Map()));
      volumes.set(volume.metadata.name, volume);
      return;
    }
    const className = volumeClassName(volume);
    let volumes = this.free.get(className);
    if (!volumes) this.free.set(className, (volumes = []));
    volumes.splice(placeOf(volumes, volume), 0, volume);
  }

  private remove(volume: PersistentVolume): void {
    const ref = volume.spec?.claimRef;
    if (ref) {
      const key = `${ref.namespace ?? ''}/${ref.name ?? ''}`;
      const volumes = this.held.get(key);
      volumes?.delete(volume.metadata.name);
      if (volumes?.size === 0) this.held.delete(key);
      return;
    }
    const className = volumeClassName(volume);
    const volumes = this.free.get(className);
    if (!volumes) return;
    volumes.splice(placeOf(volumes, volume), 1);
    if (volumes.length === 0) this.free.delete(className);
  }
}

const NONE: readonly PersistentVolume[] = [];

/** Smallest capacity first, then by name: the order in which free volumes are taken. */
export function compareVolumes(a: PersistentVolume, b: PersistentVolume): number {
  const [sizeA, sizeB] = [storageCapacityOf(a), storageCapacityOf(b)];
  if (sizeA !== sizeB) return sizeA < sizeB ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : Number(a.metadata.name > b.metadata.name);
}

/** Index of the first volume that does not come before this one. */
function placeOf(volumes: readonly PersistentVolume[], volume: PersistentVolume): number {
  let low = 0;
  let high = volumes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareVolumes(volumes[middle]!, volume) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
