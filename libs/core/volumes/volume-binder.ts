import {
  volumeClassName,
  VolumePhase,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from '@orrery/api-types';
import { ClaimReconciler, type ClaimNote } from './reconcile-claim';
import { reconcileVolume } from './reconcile-volume';
import type { VolumeAction } from './volume-actions';
import { keyOf, VolumeState, type VolumeLookup } from './volume-state';

export type { ClaimNote };

/** Writes and events. */
export interface VolumeWork {
  readonly actions: readonly VolumeAction[];
  readonly notes: readonly ClaimNote[];
}

/**
 * The persistent-volume binder of one cluster: changes of the log go in, and `takeWork` returns the resulting writes.
 * Only claims and volumes that a change concerns are examined again. A lookup shows the state after the changes.
 */
export class VolumeBinder {
  private readonly state = new VolumeState();
  private readonly claims: ClaimReconciler;
  private dirtyClaims = new Set<string>();
  private dirtyVolumes = new Set<string>();
  /** The last event about a claim, by its uid: it is not repeated. */
  private readonly reported = new Map<string, string>();

  constructor(private readonly lookup: VolumeLookup) {
    this.claims = new ClaimReconciler(lookup, this.state);
  }

  /** True if `takeWork` has anything to examine. */
  get hasWork(): boolean {
    return this.dirtyClaims.size > 0 || this.dirtyVolumes.size > 0;
  }

  claimChanged(before: PersistentVolumeClaim | undefined, after: PersistentVolumeClaim | undefined): void {
    const claim = after ?? before;
    if (!claim) return;
    this.state.claimChanged(before, after);
    if (after) this.dirtyClaims.add(keyOf(after.metadata));
    else this.reported.delete(claim.metadata.uid);
    for (const volume of this.state.volumes.heldFor(claim)) this.dirtyVolumes.add(volume.metadata.name);
  }

  volumeChanged(before: PersistentVolume | undefined, after: PersistentVolume | undefined): void {
    const volume = after ?? before;
    if (!volume) return;
    this.state.volumeChanged(before, after);
    if (after) this.dirtyVolumes.add(after.metadata.name);
    for (const { spec } of [before, after].flatMap((version) => version ?? [])) {
      const ref = spec?.claimRef;
      if (ref?.name) this.dirtyClaims.add(keyOf({ namespace: ref.namespace ?? '', name: ref.name }));
    }
    if (!volume.spec?.claimRef) this.reconsiderPending(volumeClassName(volume));
  }

  /** A class came or changed: claims that waited for it have something to go by. */
  classChanged(_before: StorageClass | undefined, after: StorageClass | undefined): void {
    if (after) this.reconsiderPending(after.metadata.name);
  }

  podChanged(before: Pod | undefined, after: Pod | undefined): void {
    if (before && after && before.spec === after.spec) return;
    for (const claim of this.state.podChanged(before, after)) this.dirtyClaims.add(claim);
  }

  /** A node went: claims whose volume was to be made near it need another. */
  nodeChanged(before: Node | undefined, after: Node | undefined): void {
    if (!before || after) return;
    for (const claim of this.state.claimsNear(before.metadata.name)) this.dirtyClaims.add(claim);
  }

  /** Returns the last report about each claim, by its uid: all state that does not follow from the objects. */
  toState(): readonly (readonly [claim: string, text: string])[] {
    return [...this.reported];
  }

  /** Restores the state that {@link toState} returned. */
  restore(reported: readonly (readonly [claim: string, text: string])[]): void {
    for (const [claim, text] of reported) this.reported.set(claim, text);
  }

  /** Examines everything that changed; returns the resulting work. */
  takeWork(): VolumeWork {
    const [claims, volumes] = [this.dirtyClaims, this.dirtyVolumes];
    this.dirtyClaims = new Set();
    this.dirtyVolumes = new Set();
    const decisions: { actions: VolumeAction[]; notes: ClaimNote[] } = { actions: [], notes: [] };
    for (const name of volumes) {
      const volume = this.lookup.volume(name);
      if (!volume) continue;
      const actions = reconcileVolume(volume, this.lookup);
      decisions.actions.push(...actions);
      const isArriving = actions.some(
        (action) => action.kind === 'setVolumePhase' && action.phase === VolumePhase.Available,
      );
      if (isArriving) this.state.arrive(volume);
    }
    for (const claim of this.inOrder(claims)) this.claims.reconcile(claim, decisions);
    return { actions: decisions.actions, notes: decisions.notes.filter((note) => this.isNew(note)) };
  }

  /** Reports that an action was not done because of another write: its claim or volume is examined again. */
  failed(action: Exclude<VolumeAction, { kind: 'createVolume' }>): void {
    if (action.kind === 'holdVolume' || action.kind === 'setVolumePhase') this.state.takeBack(action.volume.name);
    if ('claim' in action) this.dirtyClaims.add(keyOf(action.claim));
    if ('volume' in action && action.kind !== 'bindClaim') this.dirtyVolumes.add(action.volume.name);
  }

  private reconsiderPending(className: string): void {
    for (const claim of this.state.pendingOfClass(className)) this.dirtyClaims.add(claim);
  }

  /** Older claims choose first; within one second, by name. */
  private inOrder(keys: ReadonlySet<string>): PersistentVolumeClaim[] {
    const claims: PersistentVolumeClaim[] = [];
    for (const key of keys) {
      const slash = key.indexOf('/');
      const claim = this.lookup.claim(key.slice(0, slash), key.slice(slash + 1));
      if (claim) claims.push(claim);
    }
    return claims.sort((a, b) => compare(orderOf(a), orderOf(b)));
  }

  private isNew({ claim, reason, message }: ClaimNote): boolean {
    const text = `${reason}\n${message}`;
    if (this.reported.get(claim.metadata.uid) === text) return false;
    this.reported.set(claim.metadata.uid, text);
    return true;
  }
}

function orderOf({ metadata }: PersistentVolumeClaim): string {
  return `${metadata.creationTimestamp} ${keyOf(metadata)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
