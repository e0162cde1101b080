import {
  claimClassName,
  isFullyBound,
  VolumeAnnotation,
  volumeClassName,
  VolumeIndex,
  type CSINode,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from '@orrery/api-types';

/** Lookups of the binder, all of them current. */
export interface VolumeLookup {
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
  volume(name: string): PersistentVolume | undefined;
  storageClass(name: string): StorageClass | undefined;
  node(name: string): Node | undefined;
  csiNode(nodeName: string): CSINode | undefined;
}

/** Indexes of claims, volumes and the pods that use claims, kept by deltas. */
export class VolumeState {
  readonly volumes = new VolumeIndex();
  /** Keys of claims without a volume, by class. */
  private readonly pendingByClass = new Map<string, Set<string>>();
  private readonly nearNode = new Map<string, Set<string>>();
  /** Names of pods, with whether they have a node, by claim key. */
  private readonly users = new Map<string, Map<string, boolean>>();
  /** Volumes given away in a round that the log does not show yet. */
  private readonly given = new Map<string, string>();
  /** Classes of volumes whose phase is being written, by volume. */
  private readonly arriving = new Map<string, string>();

  /** Keys of the claims of a class that have no volume. */
  pendingOfClass(className: string): Iterable<string> {
    return this.pendingByClass.get(className) ?? NO_CONTROLLERS;
  }

  /** Keys of the claims without volume that shall get one near a node. */
  claimsNear(nodeName: string): Iterable<string> {
    return this.nearNode.get(nodeName) ?? NO_CONTROLLERS;
  }

  /** Names of the pods that use a claim, by whether they have a node. */
  usersOf(claimKey: string): ReadonlyMap<string, boolean> {
    return this.users.get(claimKey) ?? NO_USERS;
  }

  /** Records that a volume becomes free: the claims of its class are examined again when the log shows it. */
  arrive(volume: PersistentVolume): void {
    this.arriving.set(volume.metadata.name, volumeClassName(volume));
  }

  /** Returns whether a volume of the class becomes free in a moment, so that a claim had better wait. */
  isArriving(className: string): boolean {
    for (const arriving of this.arriving.values()) if (arriving === className) return true;
    return false;
  }

  /** Notes that a volume is given to a claim, until the log shows the volume again. */
  give(volumeName: string, claimUid: string): void {
    this.given.set(volumeName, claimUid);
  }

  /** Returns whether the volume was given to some claim a moment ago. */
  isGiven(volumeName: string): boolean {
    return this.given.has(volumeName);
  }

  /** A writer came first: the volume may be given again. */
  takeBack(volumeName: string): void {
    this.given.delete(volumeName);
    this.arriving.delete(volumeName);
  }

  claimChanged(before: PersistentVolumeClaim | undefined, after: PersistentVolumeClaim | undefined): void {
    if (before) {
      this.pendingByClass.get(claimClassName(before))?.delete(keyOf(before.metadata));
      this.nearNode.get(selectedNodeOf(before) ?? '')?.delete(keyOf(before.metadata));
    }
    if (!after || isFullyBound(after)) return;
    addTo(this.pendingByClass, claimClassName(after), keyOf(after.metadata));
    const nodeName = selectedNodeOf(after);
    if (nodeName !== undefined) addTo(this.nearNode, nodeName, keyOf(after.metadata));
  }

  volumeChanged(before: PersistentVolume | undefined, after: PersistentVolume | undefined): void {
    const name = (after ?? before)?.metadata.name;
    if (name !== undefined) {
      this.given.delete(name);
      this.arriving.delete(name);
    }
    this.volumes.changed(before, after);
  }

  podChanged(before: Pod | undefined, after: Pod | undefined): readonly string[] {
    const claims = new Set<string>();
    for (const claim of claimKeysOf(before)) {
      this.users.get(claim)?.delete(before!.metadata.name);
      if (this.users.get(claim)?.size === 0) this.users.delete(claim);
      claims.add(claim);
    }
    for (const claim of claimKeysOf(after)) {
      let pods = this.users.get(claim);
      if (!pods) this.users.set(claim, (pods = new Map()));
      pods.set(after!.metadata.name, Boolean(after!.spec.nodeName));
      claims.add(claim);
    }
    return [...claims];
  }
}

function selectedNodeOf({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[VolumeAnnotation.SelectedNode];
}

const NO_CONTROLLERS: readonly string[] = [];
const NO_USERS: ReadonlyMap<string, boolean> = new Map();

/** `<namespace>/<name>`. */
export function keyOf({ namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace ?? ''}/${name}`;
}

/** Keys of the claims that a pod uses, its ephemeral ones included. */
function claimKeysOf(pod: Pod | undefined): readonly string[] {
  const volumes = pod?.spec.volumes;
  if (!volumes || volumes.length === 0) return NO_CONTROLLERS;
  return volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [`${pod.metadata.namespace ?? ''}/${persistentVolumeClaim.claimName}`];
    return ephemeral ? [`${pod.metadata.namespace ?? ''}/${pod.metadata.name}-${name}`] : [];
  });
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}
