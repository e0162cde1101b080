import type { Pod } from '@orrery/api-types';

/** Priority from which a pod is critical. */
const CRITICAL_PRIORITY = 2_000_000_000;

/** Returns whether a pod is critical: by priority, or because it comes from a file and not from the API. */
export function isCritical({ metadata, spec }: Pod): boolean {
  const { annotations } = metadata;
  const source = annotations?.['kubernetes.io/config.source'] ?? 'api';
  const isMirror = annotations?.['kubernetes.io/config.mirror'] !== undefined;
  return isMirror || source !== 'api' || (spec.priority ?? 0) >= CRITICAL_PRIORITY;
}
