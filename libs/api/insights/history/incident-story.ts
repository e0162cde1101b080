import { faultView, storedKind } from '@orrery/actions';
import { fieldChanges } from '@orrery/history';
import { zoneName, type ZoneView } from '@orrery/node-health';
import { faultOfSubject, IncidentTopic, type Incident, type IncidentSubjects } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { zoneOf } from './zone-view';
import { ChangeOperation, type ChangedObjects, type ObjectChange } from './story';

/** Under which names incidents are reported. No API serves objects of these kinds. */
const API_VERSION = 'orrery.dev/v1';
const KINDS: Readonly<Record<IncidentTopic, string>> = {
  [IncidentTopic.Fault]: 'Fault',
  [IncidentTopic.Zone]: 'Zone',
};

/** Selection of the incidents of a story. */
export interface IncidentSubject {
  readonly topics: readonly IncidentTopic[];
  readonly subjects: IncidentSubjects;
}
const NONE: IncidentSubject = { topics: [], subjects: {} };

/** The topic that a kind names: `fault`, `Faults`, `zone`; undefined for others. */
export function topicOf(kind: string): IncidentTopic | undefined {
  const wanted = kind.toLowerCase();
  return Object.values(IncidentTopic).find((topic) => wanted === topic || wanted === `${topic}s`);
}

/**
 * Returns the selection of the incidents that belong to the objects of a story: all of them for a story about
 * everything, those of a topic where the kind names it. A fault is named by its node (`node-1`) or with its kind
 * (`node-1/POWER_OFF`).
 */
export function incidentSubject({ kind, namespace, name }: ChangedObjects, isObjectKind: boolean): IncidentSubject {
  if (isObjectKind || namespace != null) return NONE;
  const topic = kind == null ? undefined : topicOf(kind);
  if (kind != null && topic === undefined) return NONE;
  const topics = topic === undefined ? Object.values(IncidentTopic) : [topic];
  if (name == null) return { topics, subjects: {} };
  // Of all kinds: nothing but objects is named alone.
  if (topic === undefined) return NONE;
  if (topic === IncidentTopic.Zone) return { topics, subjects: { names: [name] } };
  const [node, fault] = name.split('/') as [string, string?];
  return { topics, subjects: fault === undefined ? { nodes: [node] } : { names: [`${node}/${storedKind(fault)}`] } };
}

/** Returns whether an incident is one for a story: a zone is one when it enters another state, and not with each figure. */
export function isReported({ topic, value, before }: Incident): boolean {
  return topic !== IncidentTopic.Zone || (value as ZoneView)?.state !== (before as ZoneView | undefined)?.state;
}

/** An incident in the shape of a change of an object. */
export function incidentView(incident: Incident): ObjectChange {
  const { topic, subject, value, before, revision, atMs, writer, client } = incident;
  const [old, now] = [shown(topic, subject, before), shown(topic, subject, value)];
  const operation =
    old === undefined ? ChangeOperation.CREATED : now === undefined ? ChangeOperation.DELETED : ChangeOperation.UPDATED;
  return {
    resourceVersion: String(revision),
    time: formatMicroTime(atMs),
    operation,
    apiVersion: API_VERSION,
    kind: KINDS[topic],
    namespace: null,
    name: nameOf(topic, subject),
    uid: '',
    writer,
    client: client ?? null,
    reason: reasonOf(incident) ?? null,
    fields:
      operation === ChangeOperation.UPDATED
        ? fieldChanges(old, now).map(({ path, before: was = null, after = null }) => ({ path, before: was, after }))
        : [],
    object: now ?? old,
  };
}

function shown(topic: IncidentTopic, subject: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  return topic === IncidentTopic.Zone ? zoneOf(value as ZoneView) : faultView(faultOfSubject(subject, value));
}

function nameOf(topic: IncidentTopic, subject: string): string {
  if (topic === IncidentTopic.Zone) return zoneName(subject);
  const [node, kind] = subject.split('/') as [string, string];
  return `${node}/${faultView({ node, kind, sinceMs: 0, untilMs: undefined }).kind}`;
}

/** Returns the duration of a fault, or the health of a zone, as text. */
function reasonOf({ topic, subject, value, atMs }: Incident): string | undefined {
  if (value === undefined) return undefined;
  if (topic === IncidentTopic.Zone) {
    const { state, unhealthyNodes, size } = value as ZoneView;
    return state === undefined ? 'no nodes' : `${unhealthyNodes} of ${size} nodes are not ready`;
  }
  const { sinceMs, untilMs } = faultOfSubject(subject, value);
  const parts = [
    sinceMs > atMs ? `from ${formatMicroTime(sinceMs)}` : '',
    untilMs === undefined ? 'until it is cleared' : `until ${formatMicroTime(untilMs)}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
