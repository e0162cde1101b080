/** Makes a pod evictable despite all protections; the eviction subresource still honours its budgets. */
export const EVICT = 'descheduler.alpha.kubernetes.io/evict';
/** Puts a pod behind its equals, or protects it under `noEvictionPolicy: Mandatory`. */
export const PREFER_NO_EVICTION = 'descheduler.alpha.kubernetes.io/prefer-no-eviction';
/** Makes a pod critical under `descheduler/v1alpha1`, with any value. */
export const CRITICAL_POD = 'scheduler.alpha.kubernetes.io/critical-pod';
export const MIRROR_POD = 'kubernetes.io/config.mirror';
export const CONFIG_SOURCE = 'kubernetes.io/config.source';
