import type { NodeHealthSettings } from '../settings/settings';
import { disruptionStep, DisruptionStep } from './disruption';
import type { EvictionZone } from './eviction-zone';
import { computeZoneState, evictionRatePerSecond, ZoneState, type ZoneTally } from './zone-state';

/** Result of a pass about zones. */
export interface EvaluatedZones {
  readonly step: DisruptionStep;
  /** True if a pass that counts the same nodes would find other zones than this one did. */
  readonly isChanged: boolean;
}

/**
 * Gives zones their states and rates by the nodes that a pass has counted in them; a zone in which none counts loses its state
 * (spec nodes A8).
 */
export function evaluateZones(
  zones: readonly EvictionZone[],
  tallies: ReadonlyMap<string, ZoneTally>,
  nowMs: number,
  settings: NodeHealthSettings,
): EvaluatedZones {
  const counted: { zone: EvictionZone; newState: ZoneState }[] = [];
  let isChanged = false;
  for (const zone of zones) {
    const tally = tallies.get(zone.key);
    zone.tally = tally ?? { ready: 0, notReady: 0 };
    if (tally) {
      counted.push({ zone, newState: computeZoneState(tally, settings.unhealthyZoneThreshold) });
    } else if (zone.state !== undefined) {
      zone.state = undefined;
      isChanged = true;
    }
  }
  const step = disruptionStep(
    counted.map(({ zone }) => zone.state ?? ZoneState.Initial),
    counted.map(({ newState }) => newState),
  );
  if (step === DisruptionStep.Stay) return { step, isChanged };
  if (step === DisruptionStep.EnterMasterDisruption) {
    for (const { zone } of counted) setZone(zone, ZoneState.FullDisruption, 0, nowMs);
    return { step, isChanged: true };
  }
  for (const { zone, newState } of counted) {
    // A zone that stayed as it was keeps its rate, even the 0 of a master disruption that ended elsewhere.
    if (step === DisruptionStep.EvaluateZones && zone.state === newState) continue;
    isChanged = true;
    const nodeCount = zone.tally.ready + zone.tally.notReady;
    setZone(zone, newState, evictionRatePerSecond(newState, nodeCount, settings), nowMs);
  }
  return { step, isChanged };
}

function setZone(zone: EvictionZone, state: ZoneState, ratePerSecond: number, nowMs: number): void {
  zone.limiter.swapRate(ratePerSecond, nowMs);
  zone.state = state;
}
