import type { KubeObject } from '../../objects';

/** Field of core/v1 and its name in events.k8s.io/v1; all others are the same. */
const RENAMED: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];
const TO_EVENTS = new Map(RENAMED);
const TO_CORE = new Map(RENAMED.map(([core, events]) => [events, core] as const));

/** The same event with the field names of the other group. */
export function convertEvent(object: KubeObject, apiVersion: string): KubeObject {
  const names = apiVersion === 'v1' ? TO_CORE : TO_EVENTS;
  const fields = Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value] as const);
  return { ...(Object.fromEntries(fields) as KubeObject), apiVersion };
}
