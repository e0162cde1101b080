import type { HealthRecord } from './monitor/health-record';
import type { EvictionZoneState } from './zones/eviction-zone';

/** The controller's memory as plain data. */
export interface NodeLifecycleState {
  readonly healthRecords: readonly (readonly [string, HealthRecord])[];
  readonly registered: readonly (readonly [string, string])[];
  readonly podMarkingRetries: readonly string[];
  /** Without a taint manager: nodes whose pods were deleted. */
  readonly evictedNodes: readonly string[];
  readonly zones: readonly EvictionZoneState[];
  readonly lastNoExecutePassMs: number | null;
}
