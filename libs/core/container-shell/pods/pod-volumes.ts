import type { Container, Pod } from '@orrery/api-types';
import { FileStore, type FileBudget } from '../files/file-store';
import type { Mount } from '../files/file-system';
import { absolutePath, parentOf } from '../files/paths';
import { expand, kubeletVariables } from './environment';
import { ObjectVolume } from './object-volume';
import { containersOf, type PodObjects } from './pod-objects';
import { isFilledByObjects, tokenPaths, type VolumeSource } from './volume-files';

interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly readOnly?: boolean;
}

/** A volume of a pod. */
export interface PodVolume extends VolumeSource {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string };
  readonly hostPath?: { readonly path?: string; readonly type?: string };
  readonly persistentVolumeClaim?: { readonly claimName?: string; readonly readOnly?: boolean };
  /** A claim that is made for the pod. */
  readonly ephemeral?: object;
}

/** The files of a volume that pods write to: a store, or a part of it. */
export interface WrittenVolume {
  readonly store: FileStore;
  /** An absolute path within the store; all of it if it is left out. */
  readonly root?: string;
}

/** Objects of a pod as one of its containers sees them. */
export interface SeenObjects {
  /** Objects as of the container's start, for variables and files of a subPath, which are not updated. */
  readonly objects: PodObjects;
  /** Returns the objects that its volumes show at a cluster time; the same value between two looks of the kubelet. */
  readonly shownAt: (atMs: number) => PodObjects;
}

/** Options of the mounts of volumes. */
export interface MountOptions extends SeenObjects {
  readonly nowMs: () => number;
  /** The token of the pod's account; undefined where it is not at hand. */
  readonly token: string | undefined;
  /** Returns the target of a pod's writes to a volume; undefined if it is unknown. */
  readonly writable: (volume: PodVolume) => WrittenVolume | undefined;
}

/** Files of volumes, and where it is not known what is there. */
export interface MountedVolumes {
  readonly mounts: readonly Mount[];
  readonly unknownPaths: readonly string[];
  /** Those of them that are directories. */
  readonly unknownDirectories: readonly string[];
}

/** The volumes that a container mounts. */
export function mountedVolumes(container: Container, options: MountOptions): MountedVolumes {
  const { objects, shownAt, nowMs, token, writable } = options;
  const mounts: Mount[] = [];
  const stores = new Map<string, WrittenVolume | undefined>();
  const unknownPaths: string[] = [];
  const unknownDirectories: string[] = [];
  for (const mount of mountsOf(container)) {
    const volume = volumesOf(objects).find((each) => each.name === mount.name);
    if (!volume) continue;
    const path = absolutePath(mount.mountPath, '/');
    const subPath = subPathOf(mount, container, objects);
    const root = absolutePath(subPath, '/');
    if (isFilledByObjects(volume)) {
      const shown = subPath === '' ? (): PodObjects => shownAt(nowMs()) : (): PodObjects => objects;
      mounts.push(new ObjectVolume(path, root, { volume, shown, nowMs, token }));
      if (token === undefined) unknownPaths.push(...tokenPaths(volume).map((each) => absolutePath(each, path)));
      continue;
    }
    if (!stores.has(volume.name)) stores.set(volume.name, writable(volume));
    const written = stores.get(volume.name);
    if (!written) unknownDirectories.push(path);
    else {
      const { store } = written;
      const at = absolutePath(`${written.root ?? ''}/${subPath}`, '/');
      if (!store.get(at)) makeMountPoint(store, at, { volume, isWhole: subPath === '', nowMs: nowMs() });
      const isInMemory = volume.emptyDir?.medium === 'Memory';
      mounts.push({ path, store, root: at, isReadOnly: isReadOnly(mount, volume), isInMemory });
    }
  }
  return { mounts, unknownPaths: [...unknownPaths, ...unknownDirectories], unknownDirectories };
}

function isReadOnly(mount: VolumeMount, { persistentVolumeClaim }: PodVolume): boolean {
  return mount.readOnly === true || persistentVolumeClaim?.readOnly === true;
}

/** Makes a missing mount point: a file where the volume says so, else a directory. */
function makeMountPoint(
  store: FileStore,
  path: string,
  { volume, isWhole, nowMs }: { readonly volume: PodVolume; readonly isWhole: boolean; readonly nowMs: number },
): void {
  if (!isWhole || volume.hostPath?.type !== 'FileOrCreate') return store.makeDirectories(path, nowMs);
  store.makeDirectories(parentOf(path), nowMs);
  store.set(path, { bytes: new Uint8Array(0), mode: 0o644, modifiedAtMs: nowMs });
}

function mountsOf(container: Container): readonly VolumeMount[] {
  return (container.volumeMounts ?? []) as readonly VolumeMount[];
}

function volumesOf({ pod }: PodObjects): readonly PodVolume[] {
  return (pod.spec.volumes ?? []) as readonly PodVolume[];
}

function subPathOf({ subPath = '', subPathExpr }: VolumeMount, container: Container, objects: PodObjects): string {
  return subPathExpr ? expand(subPathExpr, kubeletVariables(container, objects)) : subPath;
}

/** Makes the initial contents of an `emptyDir`: a directory that everyone may write to. */
export function emptyVolume(budget: FileBudget, nowMs: number): FileStore {
  const store = new FileStore(budget, nowMs);
  store.set('/', { bytes: undefined, mode: 0o777, modifiedAtMs: nowMs });
  return store;
}

/** Returns whether a volume begins empty and one container alone has it, so that all that is in it comes from that one. */
export function isOwnEmptyVolume({ emptyDir, name }: PodVolume, objects: PodObjects): boolean {
  return emptyDir !== undefined && isOfOneContainer(name, objects);
}

/** The same of a volume of a claim, which is empty unless pods before have written to it. */
export function isOwnClaim({ persistentVolumeClaim, ephemeral, name }: PodVolume, objects: PodObjects): boolean {
  return (persistentVolumeClaim ?? ephemeral) !== undefined && isOfOneContainer(name, objects);
}

function isOfOneContainer(name: string, objects: PodObjects): boolean {
  const users = containersOf(objects.pod).filter((each) => mountsOf(each).some((mount) => mount.name === name));
  return users.length === 1;
}

/** The ConfigMaps and Secrets that the volumes of a pod are filled from. */
export function volumeObjects({ spec }: Pod): (readonly [kind: 'ConfigMap' | 'Secret', name: string])[] {
  return ((spec.volumes ?? []) as readonly PodVolume[]).flatMap((volume) =>
    [volume, ...(volume.projected?.sources ?? [])].flatMap(({ configMap, secret }) => [
      ...(configMap ? [['ConfigMap', configMap.name ?? ''] as const] : []),
      ...(secret ? [['Secret', secret.secretName ?? secret.name ?? ''] as const] : []),
    ]),
  );
}
