import type { KubeObject } from '../../objects';

/** A new volume came into its first phase when it was made (`persistentvolumeStrategy` upstream); since 1.28. */
export function noteFirstPhase(object: KubeObject): void {
  object.status = { ...(object.status as object), lastPhaseTransitionTime: object.metadata.creationTimestamp };
}
