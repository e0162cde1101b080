import type { ClusterCache } from '@orrery/store';
import type { Random } from '@orrery/time';
import type { Actor } from '../access/actor';
import type { DynamicAdmission } from '../dynamic-admission/dynamic-admission';
import type { ClusterSettings } from '../../settings/cluster-settings';

/** What every write decides from, besides its own request. */
export interface WriteContext {
  readonly nowMs: () => number;
  readonly random: Random;
  readonly cache: () => ClusterCache;
  /** The cluster's settings. */
  readonly settings: () => ClusterSettings;
  /** Whether objects of some kind are converted by a webhook. */
  readonly hasWebhooks: () => boolean;
  /** Policies and webhooks that users configured; undefined for writes that they never see. */
  readonly dynamic?: DynamicAdmission;
  /** The client who writes; undefined: the control plane itself, which may do everything. */
  readonly actor?: Actor;
}
