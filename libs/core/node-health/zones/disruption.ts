import { ZoneState } from './zone-state';

/** Step of a pass about zones, from their states before and now (spec nodes A8). */
export const DisruptionStep = {
  /** All zones were down and still are: nothing changes. */
  Stay: 'stay',
  /** All zones went down: more likely the control plane's fault, so all evictions stop. */
  EnterMasterDisruption: 'enterMasterDisruption',
  /** A zone is up again: every node gets a fresh grace period. */
  LeaveMasterDisruption: 'leaveMasterDisruption',
  /** Zones are evaluated one by one. */
  EvaluateZones: 'evaluateZones',
} as const;
export type DisruptionStep = (typeof DisruptionStep)[keyof typeof DisruptionStep];

/** Returns the step from the stored and the new states. Empty ones count as all full. */
export function disruptionStep(storedStates: Iterable<ZoneState>, newStates: Iterable<ZoneState>): DisruptionStep {
  const allWereFull = areAllFull(storedStates);
  const allAreFull = areAllFull(newStates);
  if (allAreFull) return allWereFull ? DisruptionStep.Stay : DisruptionStep.EnterMasterDisruption;
  return allWereFull ? DisruptionStep.LeaveMasterDisruption : DisruptionStep.EvaluateZones;
}

function areAllFull(states: Iterable<ZoneState>): boolean {
  for (const state of states) {
    if (state !== ZoneState.FullDisruption) return false;
  }
  return true;
}

const EXCLUDE_DISRUPTION_LABEL = 'node.kubernetes.io/exclude-disruption';

/** Returns whether a node counts in its zone. Names end in `master` or in `master-` and three characters by old convention. */
export function isCountedInZone(
  name: string,
  labels: Readonly<Record<string, string>> | undefined,
  excludeMasterByName: boolean,
): boolean {
  if (labels && EXCLUDE_DISRUPTION_LABEL in labels) return false;
  return !(excludeMasterByName && (name.endsWith('master') || /master-.{3}$/s.test(name)));
}
