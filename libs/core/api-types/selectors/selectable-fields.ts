import type { KubeObject } from '../objects';
import type { FieldRequirement } from './parse-field-selector';

type FieldReader = (object: KubeObject) => string;

/** Reads a path; absent is empty, numbers and booleans are printed. */
function at(...path: readonly string[]): FieldReader {
  return (object) => {
    let value: unknown = object;
    for (const key of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
      value = (value as Record<string, unknown>)[key];
    }
    return typeof value === 'object' ? '' : String(value ?? '');
  };
}

function orElse(read: FieldReader, fallback: string): FieldReader {
  return (object) => read(object) || fallback;
}

const readPodIps: FieldReader = (object) => {
  const ips = (object.status as { podIPs?: readonly { ip?: string }[] } | undefined)?.podIPs;
  return Array.isArray(ips) ? ips.map((entry) => entry.ip ?? '').join(',') : '';
};
const readEventSource: FieldReader = (object) => at('source', 'component')(object) || at('reportingComponent')(object);

const EVENT_FIELDS: Readonly<Record<string, FieldReader>> = {
  'involvedObject.kind': at('involvedObject', 'kind'),
  'involvedObject.namespace': at('involvedObject', 'namespace'),
  'involvedObject.name': at('involvedObject', 'name'),
  'involvedObject.uid': at('involvedObject', 'uid'),
  'involvedObject.apiVersion': at('involvedObject', 'apiVersion'),
  'involvedObject.resourceVersion': at('involvedObject', 'resourceVersion'),
  'involvedObject.fieldPath': at('involvedObject', 'fieldPath'),
  reason: at('reason'),
  reportingComponent: at('reportingComponent'),
  source: readEventSource,
  type: at('type'),
};

/**
 * The fields of events in events.k8s.io by their names in the core group; `source` has none there (as
 * `AddFieldLabelConversionsForEvent` in `pkg/apis/events/v1/conversion.go`).
 */
const EVENTS_GROUP_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(EVENT_FIELDS)
    .filter((name) => name !== 'source')
    .map((name) => {
      if (name === 'reportingComponent') return ['reportingController', name];
      return [name.replace(/^involvedObject\./, 'regarding.'), name];
    }),
);

/** The fields that selectors may name, by kind, besides metadata.name and metadata.namespace (spec api A6). */
const FIELDS_BY_KIND: Readonly<Record<string, Readonly<Record<string, FieldReader>>>> = {
  Pod: {
    'spec.nodeName': at('spec', 'nodeName'),
    'spec.restartPolicy': at('spec', 'restartPolicy'),
    'spec.schedulerName': at('spec', 'schedulerName'),
    'spec.serviceAccountName': at('spec', 'serviceAccountName'),
    'spec.hostNetwork': orElse(at('spec', 'hostNetwork'), 'false'),
    'status.phase': at('status', 'phase'),
    'status.podIP': at('status', 'podIP'),
    'status.podIPs': readPodIps,
    'status.nominatedNodeName': at('status', 'nominatedNodeName'),
  },
  Node: { 'spec.unschedulable': orElse(at('spec', 'unschedulable'), 'false') },
  Namespace: { 'status.phase': at('status', 'phase') },
  Event: EVENT_FIELDS,
  Secret: { type: at('type') },
  ReplicationController: { 'status.replicas': orElse(at('status', 'replicas'), '0') },
  Job: { 'status.successful': orElse(at('status', 'succeeded'), '0') },
  Service: { 'spec.clusterIP': at('spec', 'clusterIP'), 'spec.type': at('spec', 'type') },
};
const METADATA_FIELDS: Readonly<Record<string, FieldReader>> = {
  'metadata.name': at('metadata', 'name'),
  'metadata.namespace': at('metadata', 'namespace'),
};

/** The fields a selector may name for a kind, metadata included. */
export function selectableFields(kind: string, namespaced: boolean): string[] {
  const own = Object.hasOwn(FIELDS_BY_KIND, kind) ? Object.keys(FIELDS_BY_KIND[kind]!) : [];
  return ['metadata.name', ...(namespaced ? ['metadata.namespace'] : []), ...own];
}

/**
 * The requirements with the names that their fields have in the stored version, or the first name that the given version
 * does not have.
 */
export function storedFieldNames(
  kind: string,
  apiVersion: string,
  requirements: readonly FieldRequirement[],
): { readonly requirements: readonly FieldRequirement[] } | { readonly unknown: string } {
  if (kind !== 'Event' || !apiVersion.startsWith('events.k8s.io/')) return { requirements };
  const renamed: FieldRequirement[] = [];
  for (const requirement of requirements) {
    const { field } = requirement;
    if (Object.hasOwn(METADATA_FIELDS, field)) renamed.push(requirement);
    else if (!Object.hasOwn(EVENTS_GROUP_NAMES, field)) return { unknown: field };
    else renamed.push({ ...requirement, field: EVENTS_GROUP_NAMES[field]! });
  }
  return { requirements: renamed };
}

/** `field label not supported: X` for the first field that the kind does not offer; undefined if all are offered. */
export function unsupportedFieldError(
  kind: string,
  namespaced: boolean,
  requirements: readonly FieldRequirement[],
): string | undefined {
  const offered = new Set(selectableFields(kind, namespaced));
  const unknown = requirements.find((requirement) => !offered.has(requirement.field));
  return unknown && `field label not supported: ${unknown.field}`;
}

/** Whether an object satisfies every requirement. Absent fields are empty; a field the kind does not offer is empty, too. */
export function matchesFieldSelector(
  kind: string,
  requirements: readonly FieldRequirement[],
  object: KubeObject,
): boolean {
  for (const { field, operator, value } of requirements) {
    if (((fieldReader(kind, field)?.(object) ?? '') === value) !== (operator === '=')) return false;
  }
  return true;
}

function fieldReader(kind: string, field: string): FieldReader | undefined {
  if (Object.hasOwn(METADATA_FIELDS, field)) return METADATA_FIELDS[field];
  const fields = Object.hasOwn(FIELDS_BY_KIND, kind) ? FIELDS_BY_KIND[kind]! : {};
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}
