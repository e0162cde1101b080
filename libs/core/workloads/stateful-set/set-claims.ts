import type { OwnerReference, PersistentVolumeClaim, Pod, StatefulSet } from '@orrery/api-types';
import { controllerReference } from '../ownership/controller-reference';

/** Body of a claim as its set requests it. */
export interface NewClaim {
  readonly apiVersion: 'v1';
  readonly kind: 'PersistentVolumeClaim';
  readonly metadata: object & { readonly name: string };
  readonly spec: unknown;
}

/** The claims of a set's pods are found by their names: `<template>-<pod>`. */
export function claimNameOf(template: string, podName: string): string {
  return `${template}-${podName}`;
}

/** The names of the claims that a pod of the set uses. */
export function claimNamesOf(set: StatefulSet, podName: string): string[] {
  return (set.spec.volumeClaimTemplates ?? []).map(({ metadata }) => claimNameOf(metadata?.name ?? '', podName));
}

/** The claims that a pod of the set needs, made after the set's templates; the set's selector finds them. */
export function claimsFor(set: StatefulSet, podName: string): NewClaim[] {
  const owners = retention(set).whenDeleted === 'Delete' ? { ownerReferences: [controllerReference(set)] } : {};
  return (set.spec.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      ...(metadata?.annotations ? { annotations: metadata.annotations } : {}),
      name: claimNameOf(metadata?.name ?? '', podName),
      namespace: set.metadata.namespace,
      labels: { ...metadata?.labels, ...set.spec.selector.matchLabels },
      ...owners,
    },
    spec: spec ?? {},
  }));
}

/**
 * Returns the claim with the owners that the set's retention policy requires, or undefined if it has them: with
 * `whenDeleted: Delete` it is deleted with the set, with `whenScaled: Delete` that of a condemned pod is deleted with
 * the pod. Otherwise it is kept for ever.
 */
export function retainedClaim(
  set: StatefulSet,
  pod: Pick<Pod, 'apiVersion' | 'kind' | 'metadata'>,
  { claim, isCondemned }: { readonly claim: PersistentVolumeClaim; readonly isCondemned: boolean },
): PersistentVolumeClaim | undefined {
  const { whenDeleted, whenScaled } = retention(set);
  const goesWithPod = isCondemned && whenScaled === 'Delete';
  const goesWithSet = whenDeleted === 'Delete' && !goesWithPod;
  const others = (claim.metadata.ownerReferences ?? []).filter(({ uid, kind, name }) => {
    const isPod = kind === 'Pod' && name === pod.metadata.name;
    return uid !== set.metadata.uid && !isPod;
  });
  const wanted: OwnerReference[] = [...others];
  if (goesWithSet) wanted.push(controllerReference(set));
  if (goesWithPod) wanted.push(controllerReference(pod));
  if (isSameOwners(wanted, claim.metadata.ownerReferences ?? [])) return undefined;
  const { ownerReferences: _owners, ...metadata } = claim.metadata;
  return { ...claim, metadata: wanted.length > 0 ? { ...metadata, ownerReferences: wanted } : metadata };
}

function retention({ spec }: StatefulSet): { readonly whenDeleted: string; readonly whenScaled: string } {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenDeleted, whenScaled };
}

function isSameOwners(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return a.length === b.length && a.every(({ uid }) => b.some((other) => other.uid === uid));
}
