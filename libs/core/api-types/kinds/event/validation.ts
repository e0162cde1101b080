import { deepEqual } from '../../equality';
import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import { utf8Length } from '../../names/utf8-length';
import type { KubeObject, ObjectReference } from '../../objects';
import { DEFAULT_RELEASE, isUpTo, type ReleaseName } from '../releases';

/** The version whose events are validated strictly; those of core/v1 are accepted as they always were. */
const STRICT_VERSION = 'events.k8s.io/v1';
const MAX_TEXT = 128;
const MAX_NOTE = 1024;
const TYPES = ['Normal', 'Warning'];
const UNSET = 'needs to be unset';

/** An event with the field names of core/v1, as it is stored. */
interface StoredEvent extends Pick<KubeObject, 'metadata'> {
  readonly involvedObject?: ObjectReference;
  readonly related?: ObjectReference;
  readonly eventTime?: string;
  readonly firstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly count?: number;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly action?: string;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

/** Returns the errors of a new event that came in a version (`ValidateEventCreate` of `pkg/apis/core/validation`). */
export function validateEvent(object: KubeObject, requestVersion?: string): FieldError[] {
  const event = object as StoredEvent;
  const errors = validateLegacy(event, requestVersion);
  if (requestVersion !== STRICT_VERSION) return errors;
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = event;
  errors.push(...validateSeries(event));
  if (!eventTime) errors.push(requiredField('eventTime'));
  if (!TYPES.includes(type)) errors.push(invalidField('type', '', `has invalid value: ${type}`));
  const isSet = { firstTimestamp, lastTimestamp, count, source: source?.component || source?.host };
  for (const [field, value] of Object.entries(isSet)) if (value) errors.push(invalidField(field, '', UNSET));
  return errors;
}

/**
 * Returns the errors of changed immutable fields (`ValidateEventUpdate`): through the strict version only metadata and the
 * series may change. The server of 1.20 compares the new event with itself (`pkg/registry/core/event/strategy.go`), and so
 * permits all changes.
 */
export function validateEventUpdate(
  next: KubeObject,
  old: KubeObject,
  requestVersion?: string,
  release: ReleaseName = DEFAULT_RELEASE,
): FieldError[] {
  const [after, before] = [next, old] as StoredEvent[];
  const errors = validateLegacy(after!, requestVersion);
  if (requestVersion !== STRICT_VERSION || isUpTo(release, '1.20')) return errors;
  if (!deepEqual(after!.series ?? null, before!.series ?? null)) errors.push(...validateSeries(after!));
  const [now, then] = [goFields(after!), goFields(before!)];
  for (const [field, value] of Object.entries(now)) {
    if (!deepEqual(value, then[field])) errors.push(invalidField(field, value, 'field is immutable'));
  }
  return errors;
}

/** As `validateV1EventSeries`. */
function validateSeries({ series }: StoredEvent): FieldError[] {
  if (!series) return [];
  const errors = (series.count ?? 0) < 2 ? [invalidField('series.count', '', 'should be at least 2')] : [];
  return series.lastObservedTime ? errors : [...errors, requiredField('series.lastObservedTime')];
}

/** As `legacyValidateEvent`: an event with an `eventTime` is one of the newer kind. */
function validateLegacy(event: StoredEvent, requestVersion: string | undefined): FieldError[] {
  const { metadata, involvedObject, eventTime, reportingComponent = '', reportingInstance = '' } = event;
  const { action = '', reason = '', message = '' } = event;
  const namespace = involvedObject?.namespace ?? '';
  const elsewhere = invalidField('involvedObject.namespace', namespace, 'does not match event.namespace');
  if (!eventTime) return (namespace || 'default') === metadata.namespace ? [] : [elsewhere];
  const isSystem = metadata.namespace === 'default' || metadata.namespace === 'kube-system';
  const errors = namespace === '' && !isSystem ? [elsewhere] : [];
  const controller = requestVersion === STRICT_VERSION ? 'reportingController' : 'reportingComponent';
  if (reportingComponent === '') errors.push(requiredField(controller));
  for (const text of qualifiedNameErrors(reportingComponent)) {
    errors.push(invalidField(controller, reportingComponent, text));
  }
  for (const [field, text] of Object.entries({ reportingInstance, action, reason })) {
    if (text === '') errors.push(requiredField(field));
    errors.push(...atMost(text, MAX_TEXT, field));
  }
  return [...errors, ...atMost(message, MAX_NOTE, 'message')];
}

function atMost(text: string, most: number, field: string): FieldError[] {
  const isLonger = utf8Length(text) > most;
  return isLonger ? [invalidField(field, '', `can have at most ${most} characters`)] : [];
}

/** The fields that stay, by upstream's paths, with values as upstream's internal form shows them. */
function goFields(event: StoredEvent): Record<string, unknown> {
  const { source = {} } = event;
  return {
    involvedObject: goReference(event.involvedObject ?? {}),
    reason: event.reason ?? '',
    message: event.message ?? '',
    source: { Component: source.component ?? '', Host: source.host ?? '' },
    firstTimestamp: event.firstTimestamp ?? null,
    lastTimestamp: event.lastTimestamp ?? null,
    count: event.count ?? 0,
    type: event.type ?? '',
    eventTime: event.eventTime ?? null,
    action: event.action ?? '',
    related: event.related ? goReference(event.related) : null,
    reportingController: event.reportingComponent ?? '',
    reportingInstance: event.reportingInstance ?? '',
  };
}

function goReference(reference: Partial<ObjectReference>): Record<string, string> {
  const {
    kind = '',
    namespace = '',
    name = '',
    uid = '',
    apiVersion = '',
    resourceVersion = '',
    fieldPath = '',
  } = reference;
  return {
    Kind: kind,
    Namespace: namespace,
    Name: name,
    UID: uid,
    APIVersion: apiVersion,
    ResourceVersion: resourceVersion,
    FieldPath: fieldPath,
  };
}
