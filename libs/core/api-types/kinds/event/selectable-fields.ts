import { at, type FieldReader } from '../../selectors/field-reader';

const readEventSource: FieldReader = (object) => at('source', 'component')(object) || at('reportingComponent')(object);

/** Fields that selectors may name, besides name and namespace. */
export const EVENT_FIELDS: Readonly<Record<string, FieldReader>> = {
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

/** The name of a field in the core group; undefined for one that the version does not have. */
export function storedEventField(field: string, apiVersion: string): string | undefined {
  if (!apiVersion.startsWith('events.k8s.io/')) return field;
  return Object.hasOwn(EVENTS_GROUP_NAMES, field) ? EVENTS_GROUP_NAMES[field] : undefined;
}
