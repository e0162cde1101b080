import { withoutEnd } from '@orrery/api-types';
import type { EventRecord } from '../actions';
import type { ZoneView } from './eviction-zone';
import { NODE_CONTROLLER } from '../node-events';
import { printableZoneKey } from './zone-key';
import { ZoneState } from './zone-state';

/** Every zone at once, for what concerns all of them. */
const ALL_ZONES = 'all';

/**
 * The events about zones between two observations: a change of state, with the text that the real controller logs, and
 * the beginning and end of a full disruption. A new zone in state Normal causes no event.
 */
export function zoneEvents(before: readonly ZoneView[], after: readonly ZoneView[]): EventRecord[] {
  const states = new Map(before.map(({ key, state }) => [key, state]));
  const events: EventRecord[] = [];
  for (const { key, state } of after) {
    const old = states.get(key) ?? ZoneState.Initial;
    if (state === undefined || state === old) continue;
    if (old === ZoneState.Initial && state === ZoneState.Normal) continue;
    const message = `Controller detected that zone ${printableZoneKey(key)} is now in state ${state}.`;
    events.push(zoneEvent(objectName(key), state === ZoneState.Normal ? 'Normal' : 'Warning', `Zone${state}`, message));
  }
  const [wasStopped, isStopped] = [isAllStopped(before), isAllStopped(after)];
  if (isStopped && !wasStopped) {
    const message = 'Controller detected that all Nodes are not-Ready. Entering master disruption mode.';
    events.push(zoneEvent(ALL_ZONES, 'Warning', 'EnteringMasterDisruption', message));
  } else if (wasStopped && !isStopped) {
    const message = 'Controller detected that some Nodes are Ready. Exiting master disruption mode.';
    events.push(zoneEvent(ALL_ZONES, 'Normal', 'ExitingMasterDisruption', message));
  }
  return events;
}

function zoneEvent(name: string, type: EventRecord['type'], reason: string, message: string): EventRecord {
  return { regarding: { kind: 'Zone', name, uid: name }, type, reason, message, component: NODE_CONTROLLER };
}

/** Returns true if all zones are stopped: only a disruption of all of them stops a zone in full disruption. */
function isAllStopped(views: readonly ZoneView[]): boolean {
  const present = views.filter(({ state }) => state !== undefined);
  return (
    present.length > 0 &&
    present.every(({ state, ratePerSecond }) => state === ZoneState.FullDisruption && ratePerSecond === 0)
  );
}

/** A name that an object may have: events are named after what they are about. */
function objectName(key: string): string {
  const name = printableZoneKey(key)
    .replace('::', '.')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/g, '-')
    .replace(/^[.-]+/, '');
  return withoutEnd(name, '.-') || 'unnamed';
}
