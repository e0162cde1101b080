import { FileBudget, FileStore } from '../files/file-store';
import type { Mount } from '../files/file-system';
import { absolutePath, parentOf } from '../files/paths';
import type { PodObjects } from './pod-objects';
import { volumeFiles, type VolumeFile, type VolumeSource } from './volume-files';

/** Contents from objects do not count against the budget of the pod. */
const LIMITS = { bytes: 16 * 1024 * 1024, entries: 10_000 };
/** Permissions added to every file where the pod's volumes belong to a group (`SetVolumeOwnership` upstream, for read-only files). */
const GROUP_READS = 0o440;

/** Sources of a volume's contents. */
export interface VolumeContents {
  readonly volume: VolumeSource;
  /** The objects as the kubelet last looked at them; one and the same until it looks again. */
  readonly shown: () => PodObjects;
  readonly nowMs: () => number;
  readonly token: string | undefined;
}

/** A mount of a volume that objects fill: its files follow them, as fast as `shown` does. */
export class ObjectVolume implements Mount {
  readonly isReadOnly = true;
  readonly isInMemory: boolean;
  private seen: PodObjects | undefined;
  private current: FileStore | undefined;

  constructor(
    readonly path: string,
    readonly root: string,
    private readonly contents: VolumeContents,
  ) {
    // Volumes of ConfigMaps are on the disk of the node (`wrappedVolumeSpec` upstream).
    this.isInMemory = contents.volume.configMap === undefined;
  }

  get store(): FileStore {
    const { volume, shown, nowMs, token } = this.contents;
    const objects = shown();
    if (objects === this.seen && this.current) return this.current;
    this.seen = objects;
    const files = volumeFiles(volume, objects, token);
    if (files || !this.current) this.current = filled(files ?? [], { hasGroup: hasGroup(objects), nowMs: nowMs() });
    return this.current;
  }
}

function hasGroup({ pod }: PodObjects): boolean {
  return (pod.spec as { securityContext?: { fsGroup?: number } }).securityContext?.fsGroup !== undefined;
}

function filled(
  files: readonly VolumeFile[],
  { hasGroup, nowMs }: { readonly hasGroup: boolean; readonly nowMs: number },
): FileStore {
  const store = new FileStore(new FileBudget(LIMITS.bytes, LIMITS.entries), nowMs);
  for (const { path, bytes, mode } of files) {
    const at = absolutePath(path, '/');
    store.makeDirectories(parentOf(at), nowMs);
    store.set(at, { bytes, mode: hasGroup ? mode | GROUP_READS : mode, modifiedAtMs: nowMs });
  }
  return store;
}
