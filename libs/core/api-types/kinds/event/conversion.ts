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
/** Texts that core/v1 writes also where they are empty, and events.k8s.io/v1 does not. */
const OMITTED_EMPTY: ReadonlySet<string> = new Set(['reportingComponent', 'reportingInstance']);

/** The same event with the field names of the other group. */
export function convertEvent(object: KubeObject, apiVersion: string): KubeObject {
  const isCore = apiVersion === 'v1';
  const names = isCore ? TO_CORE : TO_EVENTS;
  const fields = Object.entries(object)
    .filter(([name, value]) => isCore || value !== '' || !OMITTED_EMPTY.has(name))
    .map(([name, value]) => [names.get(name) ?? name, value] as const);
  return { ...(Object.fromEntries(fields) as KubeObject), apiVersion };
}
