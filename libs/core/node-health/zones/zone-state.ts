import { exactFraction, reachesFraction } from './exact-fraction';
import type { NodeHealthSettings } from '../settings/settings';

/** Health of a failure domain. `Initial` holds only until its first evaluation. */
export const ZoneState = {
  Initial: 'Initial',
  Normal: 'Normal',
  PartialDisruption: 'PartialDisruption',
  FullDisruption: 'FullDisruption',
} as const;
export type ZoneState = (typeof ZoneState)[keyof typeof ZoneState];

/** Number of counted nodes of a zone that are ready and not. */
export interface ZoneTally {
  readonly ready: number;
  readonly notReady: number;
}

/** Maximum number of broken nodes that never count as a disruption of the zone. */
const TOLERATED_NOT_READY_NODES = 2;

/** Computes the state of a zone from its counted nodes (spec nodes A8); the fraction is compared exactly, equal counts as reached. */
export function computeZoneState(tally: ZoneTally, unhealthyZoneThreshold: number): ZoneState {
  const { ready, notReady } = tally;
  if (ready === 0 && notReady > 0) return ZoneState.FullDisruption;
  const reached = reachesFraction(notReady, ready + notReady, exactFraction(unhealthyZoneThreshold));
  return notReady > TOLERATED_NOT_READY_NODES && reached ? ZoneState.PartialDisruption : ZoneState.Normal;
}

/** Nodes per second that may be tainted NoExecute in a zone of `nodeCount` counted nodes; 0 stops evictions. */
export function evictionRatePerSecond(state: ZoneState, nodeCount: number, settings: NodeHealthSettings): number {
  if (state !== ZoneState.PartialDisruption) return settings.nodeEvictionRate;
  return nodeCount > settings.largeClusterSizeThreshold ? settings.secondaryNodeEvictionRate : 0;
}
