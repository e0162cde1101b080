import {
  isFullyBound,
  matchesVolumeAffinity,
  VolumeAnnotation,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
} from '@orrery/api-types';
import { claimIn, notFoundText, volumeIn, type ClusterObjects } from '@orrery/scheduling';
import type { NodeVolumes } from './node-volumes';

/** Progress of the cluster with the volumes of a placed pod: an error text ends the wait. */
export type VolumeProgress = 'pending' | 'bound' | { readonly error: string };

/** Follows the volumes of one placed pod until all its claims are bound. */
export class VolumeWait {
  /** Volumes whose claimRef was seen, and claims whose node was seen: losing it afterwards is an error. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly volumes: NodeVolumes,
    private readonly node: { readonly name: string; readonly get: () => Node | undefined },
    private readonly objects: ClusterObjects,
  ) {}

  progress(): VolumeProgress {
    const node = this.node.get();
    if (!node) return { error: `failed to get node "${this.node.name}": ${notFoundText('node', this.node.name)}` };
    let isPending = false;
    for (const { volume, request } of this.volumes.bindings) {
      const step = this.bindingProgress(volume.metadata.name, request.claim, node);
      if (typeof step === 'object') return step;
      if (step === 'pending') isPending = true;
    }
    for (const { claim } of this.volumes.provisions) {
      const step = this.provisionProgress(claim, node);
      if (typeof step === 'object') return step;
      if (step === 'pending') isPending = true;
    }
    return isPending ? 'pending' : 'bound';
  }

  private bindingProgress(volumeName: string, chosen: PersistentVolumeClaim, node: Node): VolumeProgress {
    const volume = volumeIn(this.objects, volumeName);
    if (!volume) return { error: `failed to check binding: ${notFoundText('persistentvolume', volumeName)}` };
    const claim = this.current(chosen);
    if (!claim)
      return { error: `failed to check binding: ${notFoundText('persistentvolumeclaim', chosen.metadata.name)}` };
    if (!volume.spec?.claimRef?.uid) {
      return this.seen.has(volumeName) ? { error: `ClaimRef got reset for pv "${volumeName}"` } : 'pending';
    }
    this.seen.add(volumeName);
    return affinityError(volume, node) ?? (isFullyBound(claim) ? 'bound' : 'pending');
  }

  private provisionProgress(chosen: PersistentVolumeClaim, node: Node): VolumeProgress {
    const { name, namespace = '' } = chosen.metadata;
    const claim = this.current(chosen);
    if (!claim) return { error: `failed to check provisioning pvc: ${notFoundText('persistentvolumeclaim', name)}` };
    const key = `${namespace}/${name}`;
    if (claim.metadata.annotations?.[VolumeAnnotation.SelectedNode] !== this.node.name) {
      // A provisioner that cannot create the volume there removes the annotation, so that another node is tried.
      return this.seen.has(key) ? { error: `provisioning failed for PVC "${name}"` } : 'pending';
    }
    this.seen.add(key);
    const volume = claim.spec?.volumeName ? volumeIn(this.objects, claim.spec.volumeName) : undefined;
    if (!volume) return 'pending';
    return affinityError(volume, node) ?? (isFullyBound(claim) ? 'bound' : 'pending');
  }

  /** The claim as it is now; one of another uid is another claim. */
  private current({ metadata }: PersistentVolumeClaim): PersistentVolumeClaim | undefined {
    const claim = claimIn(this.objects, metadata.namespace ?? '', metadata.name);
    return claim?.metadata.uid === metadata.uid ? claim : undefined;
  }
}

function affinityError(volume: PersistentVolume, node: Node): { readonly error: string } | undefined {
  if (matchesVolumeAffinity(volume, node)) return undefined;
  const { name } = volume.metadata;
  return {
    error: `pv "${name}" node affinity doesn't match node "${node.metadata.name}": no matching NodeSelectorTerms`,
  };
}
