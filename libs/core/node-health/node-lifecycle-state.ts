import type { HealthRecord } from './monitor/health-record';
import type { EvictionZoneState } from './zones/eviction-zone';

/** Last renewal of a Lease, and the earliest instant of a pass that could see it. */
export type NoticedRenewal = readonly [node: string, renewMs: number, noticedFromMs: number];

/** The controller's memory as plain data. */
export interface NodeLifecycleState {
  readonly healthRecords: readonly (readonly [string, HealthRecord])[];
  readonly registered: readonly (readonly [string, string])[];
  readonly podMarkingRetries: readonly string[];
  /** Without a taint manager: nodes whose pods were deleted. */
  readonly evictedNodes: readonly string[];
  readonly zones: readonly EvictionZoneState[];
  readonly lastNoExecutePassMs: number | null;
  /** The last pass that has happened or been made up for, while passes are left out; null while they happen. */
  readonly restsSinceMs?: number | null;
  /** Renewals of Leases as they were noticed. */
  readonly leases?: readonly NoticedRenewal[];
}
