import type { PersistentVolume, PersistentVolumeClaim } from '../objects';
import { compileLabelSelector, type LabelMatcher } from '../selectors/label-selector';
import { compileNodeSelector, type NodeMatcher, type SelectableNode } from '../selectors/node-selector';
import { claimClassName, requestedStorage, storageCapacityOf, volumeClassName, VolumePhase } from './volume-constants';

/** Requirements of a claim on a volume, read once for many volumes. */
export interface ClaimRequest {
  readonly claim: PersistentVolumeClaim;
  /** Empty: volumes without a class. */
  readonly className: string;
  /** In billionths of a byte. */
  readonly request: bigint;
  readonly volumeMode: string;
  readonly accessModes: readonly string[];
  readonly attributesClass: string;
  /** Undefined: no selector. */
  readonly matchesLabels: LabelMatcher | undefined;
}

export function claimRequestOf(claim: PersistentVolumeClaim): ClaimRequest {
  const spec = claim.spec ?? {};
  return {
    claim,
    className: claimClassName(claim),
    request: requestedStorage(claim),
    volumeMode: spec.volumeMode ?? 'Filesystem',
    accessModes: spec.accessModes ?? [],
    attributesClass: attributesClassOf(spec),
    matchesLabels: spec.selector && compileLabelSelector(spec.selector),
  };
}

/** Returns whether a volume fits the claim, regardless of its reservation: size, mode, and not being deleted. */
export function canServe(volume: PersistentVolume, request: ClaimRequest): boolean {
  return (
    storageCapacityOf(volume) >= request.request &&
    (volume.spec?.volumeMode ?? 'Filesystem') === request.volumeMode &&
    volume.metadata.deletionTimestamp === undefined &&
    attributesClassOf(volume.spec) === request.attributesClass
  );
}

/**
 * Returns whether an unreserved volume may be bound to the claim: available, of its class, with its labels and all
 * of its access modes. As `FindMatchingVolume` of `component-helpers/storage/volume`.
 */
export function isFreeFor(volume: PersistentVolume, request: ClaimRequest): boolean {
  return (
    !volume.spec?.claimRef &&
    volume.status?.phase === VolumePhase.Available &&
    volumeClassName(volume) === request.className &&
    canServe(volume, request) &&
    (request.matchesLabels?.(volume.metadata.labels) ?? true) &&
    request.accessModes.every((mode) => volume.spec?.accessModes?.includes(mode))
  );
}

const matchers = new WeakMap<object, NodeMatcher>();

/** Returns whether a volume can be reached from a node: its required node affinity, or anywhere if it has none. */
export function matchesVolumeAffinity(volume: PersistentVolume, node: SelectableNode): boolean {
  const required = volume.spec?.nodeAffinity?.required;
  if (!required) return true;
  let matches = matchers.get(required);
  if (!matches) matchers.set(required, (matches = compileNodeSelector(required)));
  return matches(node);
}

function attributesClassOf(spec: object | undefined): string {
  return (spec as { volumeAttributesClassName?: string } | undefined)?.volumeAttributesClassName ?? '';
}
