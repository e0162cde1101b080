import {
  canServe,
  claimClassName,
  ClaimPhase,
  claimRequestOf,
  isFreeFor,
  isFullyBound,
  isHeldFor,
  NO_PROVISIONER,
  StorageFinalizer,
  usesDelayedBinding,
  VolumeAnnotation,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from '@orrery/api-types';
import { makeVolume } from './make-volume';
import { claimKeyOf, volumeKeyOf, type VolumeAction } from './volume-actions';
import { keyOf, type VolumeLookup, type VolumeState } from './volume-state';

/** An event about a claim. */
export interface ClaimNote {
  readonly claim: PersistentVolumeClaim;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Component that records it. */
  readonly component: string;
}

/** Collection of decisions. */
export interface Decisions {
  readonly actions: VolumeAction[];
  readonly notes: ClaimNote[];
}

const BINDER = 'persistentvolume-controller';

/** Decides what a claim needs next, as `pkg/controller/volume/persistentvolume` does; one step a round. */
export class ClaimReconciler {
  constructor(
    private readonly lookup: VolumeLookup,
    private readonly state: VolumeState,
  ) {}

  reconcile(claim: PersistentVolumeClaim, decisions: Decisions): void {
    this.freeUnused(claim, decisions);
    if (isFullyBound(claim) || claim.metadata.annotations?.[VolumeAnnotation.BindCompleted] !== undefined) {
      this.keepBound(claim, decisions);
    } else if (claim.spec?.volumeName) this.bindRequested(claim, claim.spec.volumeName, decisions);
    else this.findVolume(claim, decisions);
  }

  /** Removes the finalizer of a claim that is being deleted when no pod with a node uses it. */
  private freeUnused({ metadata }: PersistentVolumeClaim, { actions }: Decisions): void {
    if (!metadata.deletionTimestamp || !metadata.finalizers?.includes(StorageFinalizer.Claim)) return;
    for (const hasNode of this.state.usersOf(keyOf(metadata)).values()) if (hasNode) return;
    actions.push({
      kind: 'freeClaim',
      claim: { namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid },
    });
  }

  /** A bound claim that lost its volume stays lost. */
  private keepBound(claim: PersistentVolumeClaim, decisions: Decisions): void {
    const volumeName = claim.spec?.volumeName;
    const volume = volumeName ? this.lookup.volume(volumeName) : undefined;
    const holder = volume?.spec?.claimRef;
    if (volume && !holder?.uid && (!holder || isHeldFor(volume, claim)))
      return this.hold(volume, claim, decisions, false);
    if (volume && holder?.uid === claim.metadata.uid) {
      if (claim.status?.phase !== ClaimPhase.Bound) this.bind(volume, claim, decisions);
      return;
    }
    if (claim.status?.phase === ClaimPhase.Lost) return;
    decisions.actions.push({ kind: 'setClaimPhase', claim: claimKeyOf(claim), phase: ClaimPhase.Lost });
    const [reason, message] = volume
      ? ['ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly']
      : volumeName
        ? ['ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!']
        : ['ClaimLost', 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!'];
    decisions.notes.push({ claim, type: 'Warning', reason, message, component: BINDER });
  }

  /** The claim's author named the volume. */
  private bindRequested(claim: PersistentVolumeClaim, volumeName: string, decisions: Decisions): void {
    const volume = this.lookup.volume(volumeName);
    if (!volume) return this.wait(claim, decisions);
    if (volume.spec?.claimRef?.uid === claim.metadata.uid) return this.bind(volume, claim, decisions);
    const isFree = !volume.spec?.claimRef || (!volume.spec.claimRef.uid && isHeldFor(volume, claim));
    if (!isFree) return this.wait(claim, decisions);
    const mismatch = mismatchOf(volume, claim);
    if (mismatch === undefined) return this.hold(volume, claim, decisions, false);
    const message = `Cannot bind to requested volume "${volumeName}": ${mismatch}`;
    decisions.notes.push({ claim, type: 'Warning', reason: 'VolumeMismatch', message, component: BINDER });
    this.wait(claim, decisions);
  }

  private findVolume(claim: PersistentVolumeClaim, decisions: Decisions): void {
    const className = claimClassName(claim);
    const storageClass = className === '' ? undefined : this.lookup.storageClass(className);
    const held = this.heldVolume(claim);
    if (held) {
      if (held.spec?.claimRef?.uid) this.bind(held, claim, decisions);
      else this.hold(held, claim, decisions, false);
      return;
    }
    this.wait(claim, decisions);
    if (claim.metadata.deletionTimestamp) return;
    const selectedNode = claim.metadata.annotations?.[VolumeAnnotation.SelectedNode];
    if (usesDelayedBinding(storageClass)) {
      if (selectedNode === undefined) return this.noteWaiting(claim, decisions);
    } else {
      const free = this.smallestFree(claim);
      if (free) return this.hold(free, claim, decisions, true);
      if (this.state.isArriving(className)) return;
    }
    if (className !== '') return this.provision(claim, { storageClass, className, selectedNode }, decisions);
    const message = 'no persistent volumes available for this claim and no storage class is set';
    decisions.notes.push({ claim, type: 'Normal', reason: 'FailedBinding', message, component: BINDER });
  }

  /** A volume whose claimRef names the claim, if it is able to serve. One with the claim's uid comes first. */
  private heldVolume(claim: PersistentVolumeClaim): PersistentVolume | undefined {
    const request = claimRequestOf(claim);
    let found: PersistentVolume | undefined;
    for (const volume of this.state.volumes.heldFor(claim)) {
      if (!isHeldFor(volume, claim) || !canServe(volume, request)) continue;
      if (volume.spec?.claimRef?.uid) return volume;
      found ??= volume;
    }
    return found;
  }

  private smallestFree(claim: PersistentVolumeClaim): PersistentVolume | undefined {
    const request = claimRequestOf(claim);
    return this.state.volumes
      .freeOfClass(request.className)
      .find((volume) => isFreeFor(volume, request) && !this.state.isGiven(volume.metadata.name));
  }

  /** Requests a new volume, which is made at once: drivers of simulated clusters take no time. */
  private provision(
    claim: PersistentVolumeClaim,
    of: {
      readonly storageClass: StorageClass | undefined;
      readonly className: string;
      readonly selectedNode: string | undefined;
    },
    { actions, notes }: Decisions,
  ): void {
    const { storageClass, className, selectedNode } = of;
    const fail = (message: string): void => {
      notes.push({ claim, type: 'Warning', reason: 'ProvisioningFailed', message, component: BINDER });
    };
    if (!storageClass) return fail(`storageclass.storage.k8s.io "${className}" not found`);
    const { provisioner } = storageClass;
    if (provisioner === NO_PROVISIONER) return fail(`no volume plugin matched name: ${NO_PROVISIONER}`);
    const node = selectedNode === undefined ? undefined : this.lookup.node(selectedNode);
    const key = claimKeyOf(claim);
    if (selectedNode !== undefined && !node) {
      actions.push({ kind: 'unselectNode', claim: key, nodeName: selectedNode });
      return fail(`failed to get target node: nodes "${selectedNode}" not found`);
    }
    const csiNode = node && this.lookup.csiNode(node.metadata.name);
    const volume = makeVolume(claim, storageClass, { node, csiNode });
    if (claim.metadata.annotations?.[VolumeAnnotation.StorageProvisioner] !== provisioner) {
      actions.push({ kind: 'nameProvisioner', claim: key, provisioner });
    }
    if (this.lookup.volume(volume.metadata.name)) return;
    actions.push({ kind: 'createVolume', volume });
    const message = `Successfully provisioned volume ${volume.metadata.name}`;
    notes.push({ claim, type: 'Normal', reason: 'ProvisioningSucceeded', message, component: provisioner });
  }

  private noteWaiting(claim: PersistentVolumeClaim, { notes }: Decisions): void {
    const waiting = [...this.state.usersOf(keyOf(claim.metadata))]
      .filter(([, hasNode]) => !hasNode)
      .map(([name]) => name);
    const isFirst = waiting.length === 0;
    notes.push({
      claim,
      type: 'Normal',
      reason: isFirst ? 'WaitForFirstConsumer' : 'WaitForPodScheduled',
      message: isFirst
        ? 'waiting for first consumer to be created before binding'
        : waiting.length === 1
          ? `waiting for pod ${waiting[0]} to be scheduled`
          : `waiting for pods ${waiting.sort().join(',')} to be scheduled`,
      component: BINDER,
    });
  }

  private hold(
    volume: PersistentVolume,
    claim: PersistentVolumeClaim,
    { actions }: Decisions,
    isOurChoice: boolean,
  ): void {
    if (this.state.isGiven(volume.metadata.name)) return;
    this.state.give(volume.metadata.name, claim.metadata.uid);
    actions.push({ kind: 'holdVolume', volume: volumeKeyOf(volume), claim: claimKeyOf(claim), isOurChoice });
  }

  private bind(volume: PersistentVolume, claim: PersistentVolumeClaim, { actions }: Decisions): void {
    actions.push({ kind: 'bindClaim', claim: claimKeyOf(claim), volume });
  }

  private wait(claim: PersistentVolumeClaim, { actions }: Decisions): void {
    if (claim.status?.phase === ClaimPhase.Pending) return;
    actions.push({ kind: 'setClaimPhase', claim: claimKeyOf(claim), phase: ClaimPhase.Pending });
  }
}

/** Returns why a volume that a claim names cannot be bound to it; undefined if it can. */
function mismatchOf(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  const request = claimRequestOf(claim);
  if (volume.metadata.deletionTimestamp) return 'volume is being deleted';
  if ((volume.spec?.volumeMode ?? 'Filesystem') !== request.volumeMode) return 'incompatible volumeMode';
  if ((volume.spec?.storageClassName ?? '') !== request.className) return 'storageClassName does not match';
  if (!canServe(volume, request)) return 'requested PV is too small';
  if (!request.accessModes.every((mode) => volume.spec?.accessModes?.includes(mode))) return 'incompatible accessMode';
  return undefined;
}
