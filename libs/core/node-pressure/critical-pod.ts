import type { Pod } from '@orrery/api-types';

/** Priority from which a pod is critical. */
export const CRITICAL_PRIORITY = 2_000_000_000;
const SOURCE = 'kubernetes.io/config.source';
const MIRROR = 'kubernetes.io/config.mirror';

/**
 * Returns whether a kubelet spares a pod under pressure and admits it all the same: static and mirror pods and those of
 * critical priority (spec nodes E8).
 */
export function isCriticalPod({ metadata, spec }: Pod): boolean {
  const source = metadata.annotations?.[SOURCE];
  if (source !== undefined && source !== 'api') return true;
  return metadata.annotations?.[MIRROR] !== undefined || (spec.priority ?? 0) >= CRITICAL_PRIORITY;
}
