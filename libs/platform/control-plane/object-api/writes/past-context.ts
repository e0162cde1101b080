import type { ClusterCache } from '@orrery/store';
import { AdmissionConfigurations } from '../dynamic-admission/admission-configurations';
import type { ClusterKinds } from '../kinds/cluster-kinds';
import type { WriteContext } from './write-context';

/** Past state that writes are decided from. */
export interface PastCluster {
  /** Clock time of that state, in ms since the Unix epoch. */
  readonly nowMs: number;
  readonly cache: ClusterCache;
  readonly kinds: ClusterKinds;
}

/** Decides as it would have been decided then; settings are those of today. */
export function contextAt(context: WriteContext, { nowMs, cache, kinds }: PastCluster): WriteContext {
  const { dynamic } = context;
  const configurations = new AdmissionConfigurations({ cache, onCacheReplaced: () => () => undefined });
  return {
    ...context,
    nowMs: () => nowMs,
    cache: () => cache,
    hasWebhooks: () => kinds.hasWebhooks,
    ...(dynamic ? { dynamic: { ...dynamic, configurations, kinds } } : {}),
  };
}
