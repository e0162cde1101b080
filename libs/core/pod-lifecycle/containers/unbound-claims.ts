import type { KubeObject, PersistentVolumeClaim, Pod } from '@orrery/api-types';
import { ReferencedKind, type FindObject, type MissingObject } from './required-objects';
import { usedVolumes } from './used-volumes';

interface ClaimedVolume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: object;
}

/**
 * Returns the first claim of a pod that cannot be mounted, with the kubelet's words (`WaitForAttachAndMount` and
 * `createVolumeSpec` of upstream's `pkg/kubelet/volumemanager`); undefined if all can.
 *
 * @param listsUnprocessed whether the message has the part `failed to process volumes`, as since 1.27; before, all volumes
 * are said to be unattached
 */
export function unboundClaim(pod: Pod, find: FindObject, listsUnprocessed: boolean): MissingObject | undefined {
  const used = usedVolumes(pod);
  const { namespace = '' } = pod.metadata;
  for (const volume of (pod.spec.volumes ?? []) as readonly ClaimedVolume[]) {
    const claimName = used.has(volume.name) ? claimOf(pod, volume) : undefined;
    if (claimName === undefined) continue;
    const claim = find(ReferencedKind.PersistentVolumeClaim, namespace, claimName);
    const problem = claimProblem(pod, volume, { claimName, claim });
    if (problem === undefined) continue;
    const unattached = listsUnprocessed ? '' : [...used].join(' ');
    const unprocessed = listsUnprocessed ? `, failed to process volumes=[${volume.name}]` : '';
    const volumes = `unmounted volumes=[${volume.name}], unattached volumes=[${unattached}]${unprocessed}`;
    const message = `Unable to attach or mount volumes: ${volumes}: ${problem}`;
    return { kind: ReferencedKind.PersistentVolumeClaim, name: claimName, message };
  }
  return undefined;
}

function claimOf({ metadata }: Pod, { name, persistentVolumeClaim, ephemeral }: ClaimedVolume): string | undefined {
  return persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata.name}-${name}` : undefined);
}

function claimProblem(
  pod: Pod,
  { ephemeral }: ClaimedVolume,
  { claimName, claim }: { readonly claimName: string; readonly claim: KubeObject | undefined },
): string | undefined {
  const { namespace = '', name: podName, uid } = pod.metadata;
  const place = `${namespace}/${claimName}`;
  const owner = claim?.metadata.ownerReferences?.find(({ controller }) => controller);
  if (claim && ephemeral && owner?.uid !== uid) {
    return `PVC ${place} was not created for pod ${namespace}/${podName} (pod is not owner)`;
  }
  const problem = claim ? statusProblem(claim as PersistentVolumeClaim) : missing(claimName);
  return problem && `error processing PVC ${place}: ${problem}`;
}

function statusProblem({ metadata, spec, status }: PersistentVolumeClaim): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return 'PVC is being deleted';
  if (status?.phase !== 'Bound') return 'PVC is not bound';
  return spec?.volumeName ? undefined : 'PVC has empty pvc.Spec.VolumeName';
}

function missing(claimName: string): string {
  return `failed to fetch PVC from API server: persistentvolumeclaims "${claimName}" not found`;
}
