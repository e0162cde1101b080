import { VolumeAnnotation, type PersistentVolume, type PersistentVolumeClaim } from '@orrery/api-types';
import type { ClaimKey } from '../framework/scheduling-effect';

/**
 * Volumes held by pods between their placement and their binding: volumes reserved for claims, and nodes chosen for
 * claims whose volume is not yet made. Other pods of the scheduler see them at once; the log takes precedence.
 */
export class AssumedVolumes {
  private readonly holders = new Map<string, ClaimKey>();
  private readonly volumesOfClaim = new Map<string, Set<string>>();
  private readonly nodes = new Map<string, { readonly uid: string; readonly nodeName: string }>();

  /** Keeps a volume for a claim. */
  hold(volumeName: string, claim: ClaimKey): void {
    this.holders.set(volumeName, claim);
    const key = keyOf(claim);
    const volumes = this.volumesOfClaim.get(key);
    if (volumes) volumes.add(volumeName);
    else this.volumesOfClaim.set(key, new Set([volumeName]));
  }

  /** Takes back {@link hold}; nothing happens if the volume is kept for another claim. */
  release(volumeName: string, claim: ClaimKey): void {
    const holder = this.holders.get(volumeName);
    if (!holder || holder.uid !== claim.uid) return;
    this.holders.delete(volumeName);
    const key = keyOf(claim);
    const volumes = this.volumesOfClaim.get(key);
    volumes?.delete(volumeName);
    if (volumes?.size === 0) this.volumesOfClaim.delete(key);
  }

  /** The claim that a volume is kept for; undefined if for none. */
  holder(volumeName: string): ClaimKey | undefined {
    return this.holders.get(volumeName);
  }

  /** Names of the volumes kept for a claim. */
  volumesHeldFor({ metadata }: PersistentVolumeClaim): Iterable<string> {
    const names = this.volumesOfClaim.get(`${metadata.namespace ?? ''}/${metadata.name}`);
    return names ?? NONE;
  }

  /** Returns whether a volume is kept for another claim than this one. */
  isHeldForAnother({ metadata }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
    const holder = this.holders.get(metadata.name);
    return holder !== undefined && holder.uid !== claim.metadata.uid;
  }

  /** Chooses the node for which a claim's volume shall be made. */
  selectNode(claim: ClaimKey, nodeName: string): void {
    this.nodes.set(keyOf(claim), { uid: claim.uid, nodeName });
  }

  /** Takes back {@link selectNode}. */
  unselectNode(claim: ClaimKey, nodeName: string): void {
    const chosen = this.nodes.get(keyOf(claim));
    if (chosen?.uid === claim.uid && chosen.nodeName === nodeName) this.nodes.delete(keyOf(claim));
  }

  /** The node chosen for a claim, by the log or before the log shows it. */
  selectedNode({ metadata }: PersistentVolumeClaim): string | undefined {
    const written = metadata.annotations?.[VolumeAnnotation.SelectedNode];
    if (written !== undefined || this.nodes.size === 0) return written;
    const chosen = this.nodes.get(`${metadata.namespace ?? ''}/${metadata.name}`);
    return chosen?.uid === metadata.uid ? chosen.nodeName : undefined;
  }
}

const NONE: readonly string[] = [];

function keyOf({ namespace, name }: ClaimKey): string {
  return `${namespace}/${name}`;
}
