import { isTerminalPhase, type KubeObject, type Pod } from '@orrery/api-types';

/** Planned treatment of a pod of a node that is drained. */
export type DrainStep =
  | { readonly kind: 'evict'; readonly pod: KubeObject }
  | { readonly kind: 'leave'; readonly pod: KubeObject; readonly reason: string }
  | { readonly kind: 'refuse'; readonly pod: KubeObject; readonly reason: string };

export interface DrainOptions {
  readonly force: boolean;
  readonly ignoreDaemonSets: boolean;
  readonly deleteEmptyDirData: boolean;
}

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** Sorts the pods of a node as `kubectl drain` does: one that must not be evicted stops the whole drain. */
export function planDrain(pods: readonly KubeObject[], options: DrainOptions): DrainStep[] {
  return pods.map((pod) => planPod(pod, options));
}

function planPod(object: KubeObject, { force, ignoreDaemonSets, deleteEmptyDirData }: DrainOptions): DrainStep {
  const { metadata, spec, status } = object as Pod;
  const leave = (reason: string): DrainStep => ({ kind: 'leave', pod: object, reason });
  const refuse = (reason: string): DrainStep => ({ kind: 'refuse', pod: object, reason });
  if (metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) return leave('it is a mirror of a static pod');
  if (isTerminalPhase(status?.phase ?? '')) return { kind: 'evict', pod: object };
  if (metadata.deletionTimestamp !== undefined) return leave('it is already terminating');
  const manager = metadata.ownerReferences?.find(({ controller }) => controller);
  if (manager?.kind === 'DaemonSet') {
    return ignoreDaemonSets
      ? leave('it is managed by a DaemonSet')
      : refuse('it is managed by a DaemonSet (use ignoreDaemonSets)');
  }
  const hasLocalData = spec.volumes?.some(({ emptyDir }) => emptyDir) ?? false;
  if (hasLocalData && !deleteEmptyDirData) return refuse('it has local storage (use deleteEmptyDirData)');
  if (!manager && !force) return refuse('it declares no controller (use force)');
  return { kind: 'evict', pod: object };
}
