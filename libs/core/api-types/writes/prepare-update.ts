import { applyDefaults } from '../defaults/defaults';
import { ApiError } from '../errors/api-error';
import { conflict, invalid } from '../errors/api-errors';
import { GoText, invalidField, type FieldError } from '../errors/field-error';
import { storageRefusal } from '../errors/storage-refusal';
import { deepEqual } from '../equality';
import { isNamespaceKind } from '../kinds/is-namespace';
import { countsGenerations, type KindInfo, type PartRules } from '../kinds/kind-info';
import type { KubeObject, ObjectMeta } from '../objects';
import { withoutGatedFields } from '../structure/later-fields';
import { inWordsOf } from '../validation/older-words';
import { validatePartUpdate, validateStatusUpdate, validateUpdate } from '../validation/validate';
import { decodeBody, type BodyTarget, type DecodedBody } from './decode-body';
import {
  addZeros,
  askedFor,
  asSent,
  kindInErrors,
  isUnchanged,
  knownTo,
  ofRelease,
  type Admit,
  type ObjectCheck,
  type Restore,
  type WriteVerdict,
} from './prepare-create';
import { copyField, restoreAllButStatus } from './status-door';
import { isUpTo } from '../kinds/releases';

/** Context of an update besides its body. */
export interface UpdateContext extends BodyTarget {
  /** `status`, `finalize`, `ephemeralcontainers`, `resize`; absent for the object itself. */
  readonly subresource?: string;
  /** Runs after defaults and before validation. */
  readonly admit?: Admit;
  /** Has the last word on the object as it will be stored, after validation. */
  readonly check?: ObjectCheck;
  /**
   * The input is a stored object that a component of ours changed: types and defaults are right, so it is not decoded again.
   * Kubelets write two statuses a pod; this saves half of the cost of such a write.
   */
  readonly isStoredForm?: boolean;
  /** True if the input is a patched object. */
  readonly isPatch?: boolean;
}

/** Effect of an update on the store. */
export interface UpdateOutcome {
  /** Part of the object that the writer owns: without the values that the strategy of its kind added. */
  readonly asked: KubeObject;
  /** True if nothing differs: keep the revision, and write nothing. */
  readonly unchanged: boolean;
  /** The object waited only for its finalizers, and they are gone: remove it. */
  readonly removesObject: boolean;
}

/**
 * Makes the object to store from the body of a PUT, or from a patched object: checks preconditions (409), puts back what
 * this door may not change, fills defaults, asks admission, validates (422), counts the generation.
 */
export function prepareForUpdate(
  kind: KindInfo,
  old: KubeObject,
  input: unknown,
  context: UpdateContext = {},
): WriteVerdict<UpdateOutcome> {
  const body = context.isStoredForm ? storedForm(input as KubeObject) : readBody(kind, input, old, context);
  if (body instanceof ApiError) return { ok: false, error: body };
  let next = body.object;
  const { warnings } = body;
  const refused =
    checkPreconditions(kind, old.metadata, next.metadata, context) ?? deletionGiven(kind, next, old, context);
  if (refused) return { ok: false, warnings, error: refused };
  restoreSystemMetadata(next.metadata, old.metadata);
  const given = givenBody(next, context);
  const sent = given && withOwnDefaults(kind, given);
  restoreForDoor(kind, next, old, context);
  if (lacksDefaults(kind, context)) applyDefaults(next, kind);
  const isMain = context.subresource === undefined;
  const before = context.subresource === 'status' ? old : withDefaults(kind, old, context);
  const asked = askedOf(kind, next, sent, context);
  if (sent) next = withoutGatedFields(kind, next, context.release);
  if (isMain) kind.prepareForUpdate?.(next, before, context.release);
  const restore: Restore = (made) => restoreForUpdate(kind, made, old, context);
  const admitted = context.admit ? context.admit(next, restore) : next;
  if (admitted instanceof ApiError) return { ok: false, warnings, error: admitted };
  const errors = inWordsOf(context.release, updateErrors(kind, admitted, before, context));
  if (errors.length > 0) {
    return {
      ok: false,
      warnings,
      error: invalid(kindInErrors(kind, context.release), old.metadata.name, errors),
    };
  }
  if (!context.isStoredForm) addZeros(kind, admitted, context.release, old);
  const made = ofRelease(kind, admitted, context.release);
  countGeneration(kind, made, old, context);
  const refusal = context.check?.(made);
  if (refusal) return { ok: false, warnings, error: refusal };
  return {
    ok: true,
    object: made,
    // Where nothing is prepared, what admission changed is the writer's too.
    asked: asked === next ? made : knownTo(kind, asked, given ?? asked, context.release),
    warnings: isUpTo(context.release, '1.20') ? [] : [...warnings, ...(kind.warnings?.(made, old) ?? [])],
    unchanged: isUnchanged(old, made),
    removesObject: isReadyToGo(made),
  };
}

/** Counts a change of the requested state; a write of the status does not count. */
function countGeneration(
  kind: KindInfo,
  made: KubeObject,
  old: KubeObject,
  { release, subresource }: UpdateContext,
): void {
  const isCounted = countsGenerations(kind, release) && !kind.keepsGeneration && subresource !== 'status';
  if (isCounted && asksForSomethingElse(kind, made, old)) {
    made.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
}

/** Returns the part of an update that its writer owns; `sent` is the body before the door put anything back, in a release without doors. */
function askedOf(
  kind: KindInfo,
  next: KubeObject,
  sent: KubeObject | undefined,
  { subresource, isStoredForm }: UpdateContext,
): KubeObject {
  const isMain = subresource === undefined;
  if (sent) return asSent(kind, isMain ? next : sent, sent.status);
  return askedFor(next, isMain && !isStoredForm && kind.prepareForUpdate, false);
}

/** Through the status door everything else is the old object's own, and has its defaults. */
function lacksDefaults(kind: KindInfo, { isStoredForm, subresource }: UpdateContext): boolean {
  return !isStoredForm && (subresource !== 'status' || Boolean(kind.takesFirstStatus || kind.isCustom));
}

function updateErrors(kind: KindInfo, next: KubeObject, before: KubeObject, context: UpdateContext): FieldError[] {
  const part = partOf(kind, context);
  if (part) return validatePartUpdate(kind, next, before, { ...context, ...part });
  const validate = context.subresource === 'status' ? validateStatusUpdate : validateUpdate;
  return validate(kind, next, before, context);
}

/**
 * Adds defaults to a stored object in releases that lack fields, where it lacks their defaults too: rules of changes compare
 * with those.
 */
function withDefaults(kind: KindInfo, old: KubeObject, { release }: UpdateContext): KubeObject {
  if (!isUpTo(release, '1.20') || kind.isCustom) return old;
  // Read as a body is, without what only answers say.
  const read = decodeBody(kind, old, {});
  if (read instanceof ApiError) return old;
  applyDefaults(read.object, kind);
  return read.object;
}

/**
 * 422 of an update that says when the object was deleted, which only a deletion does. Rules of all objects and rules of the
 * kind say it once each.
 */
function deletionGiven(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  { release }: UpdateContext,
): ApiError | undefined {
  const { deletionTimestamp: given } = next.metadata;
  if (!given || old.metadata.deletionTimestamp !== undefined) return undefined;
  const value = isUpTo(release, '1.20') ? new GoText(`${given.replace('T', ' ').replace('Z', '')} +0000 UTC`) : given;
  const error = invalidField('metadata.deletionTimestamp', value, 'field is immutable');
  return invalid(kind, old.metadata.name, [error, error]);
}

/** The body before anything is put back, in a release without doors. */
function givenBody(next: KubeObject, { release, isStoredForm }: UpdateContext): KubeObject | undefined {
  return isUpTo(release, '1.20') && !isStoredForm ? structuredClone(next) : undefined;
}

function withOwnDefaults(kind: KindInfo, given: KubeObject): KubeObject {
  const sent = structuredClone(given);
  applyDefaults(sent, kind);
  return sent;
}

function readBody(kind: KindInfo, input: unknown, old: KubeObject, context: UpdateContext): DecodedBody | ApiError {
  return decodeBody(kind, input, { ...context, name: old.metadata.name });
}

/** A copy as deep as this file writes. */
function storedForm(input: KubeObject): DecodedBody {
  const status = typeof input.status === 'object' ? { status: { ...input.status } } : {};
  return { object: { ...input, metadata: { ...input.metadata }, ...status }, warnings: [] };
}

/** Kinds whose objects are namespaces, which have finalizers of their own. */
const NAMESPACES: ReadonlySet<string> = new Set(['v1 Namespace', 'project.openshift.io/v1 Project']);

/** Returns whether a terminating object has no finalizers left. */
export function isReadyToGo(object: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata;
  if (deletionTimestamp === undefined || (finalizers?.length ?? 0) > 0) return false;
  if (NAMESPACES.has(`${object.apiVersion} ${object.kind}`)) {
    return ((object.spec as { finalizers?: readonly string[] } | undefined)?.finalizers?.length ?? 0) === 0;
  }
  return (deletionGracePeriodSeconds ?? 0) === 0;
}

function checkPreconditions(
  kind: KindInfo,
  old: ObjectMeta,
  next: ObjectMeta,
  { release, isPatch = false }: UpdateContext,
): ApiError | undefined {
  if (next.uid && next.uid !== old.uid) {
    // Servers before 1.22 take the uid of a patched object for no precondition; rules of all objects and of the kind say it once each.
    if (isPatch && isUpTo(release, '1.20')) {
      const error = invalidField('metadata.uid', next.uid, 'field is immutable');
      return invalid(kindInErrors(kind, release), old.name, [error, error]);
    }
    return conflict(kind, old.name, storageRefusal(kind, old, next.uid));
  }
  if (isVersionGiven(next.resourceVersion)) {
    return next.resourceVersion === old.resourceVersion ? undefined : conflict(kind, old.name);
  }
  if (kind.allowsUnconditionalUpdate) return undefined;
  // The number as older servers print it, in hexadecimal; the resource takes the place of the kind.
  const zero = isUpTo(release, '1.20') ? new GoText('0x0') : 0;
  const error = invalidField('metadata.resourceVersion', zero, 'must be specified for an update');
  return invalid({ group: kind.group, kind: kind.resource }, old.name, [error]);
}

/** Version 0 is the zero of Go's number: it asks for no version, as an empty text and an absent field do. */
export function isVersionGiven(resourceVersion: string | undefined): boolean {
  return resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== '0';
}

const SYSTEM_FIELDS = [
  'uid',
  'namespace',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'selfLink',
  'resourceVersion',
] as const satisfies readonly (keyof ObjectMeta)[];

function restoreSystemMetadata(next: ObjectMeta, old: ObjectMeta): void {
  const target = next as Record<string, unknown>;
  for (const field of SYSTEM_FIELDS) {
    if (old[field] === undefined) delete target[field];
    else target[field] = old[field];
  }
  // An empty list, or one empty entry, asks to forget who owns what; leaving it out does not.
  if (next.managedFields === undefined) {
    if (old.managedFields !== undefined) next.managedFields = old.managedFields;
  } else if (next.managedFields.every((entry) => !entry.manager && !entry.operation)) delete next.managedFields;
}

/** A webhook may change what the client may, through the same door. */
function restoreForUpdate(kind: KindInfo, made: KubeObject, old: KubeObject, context: UpdateContext): KubeObject {
  const object: KubeObject = { ...made, metadata: { ...made.metadata } };
  restoreSystemMetadata(object.metadata, old.metadata);
  restoreForDoor(kind, object, old, context);
  if (context.subresource === undefined) kind.prepareForUpdate?.(object, old, context.release);
  return object;
}

/** Puts back what the door that was used may not change. */
function restoreForDoor(kind: KindInfo, next: KubeObject, old: KubeObject, context: UpdateContext): void {
  const { subresource } = context;
  const part = partOf(kind, context);
  if (part) part.restoreOthers(next, old);
  else if (subresource === 'status') restoreAllButStatus(kind, next, old, context);
  else if (kind.hasStatus) restoreStatus(kind, next, old);
  if (!isNamespaceKind(kind) || subresource === 'status') return;
  const spec = { ...(next.spec as object | undefined) } as Record<string, unknown>;
  if (subresource !== 'finalize') {
    const finalizers = (old.spec as { finalizers?: readonly string[] } | undefined)?.finalizers;
    if (finalizers) spec['finalizers'] = finalizers;
    else delete spec['finalizers'];
  }
  next.spec = spec;
}

function restoreStatus({ statusOfUpdate }: KindInfo, next: KubeObject, old: KubeObject): void {
  const asked = next.status;
  copyField(next, old, 'status');
  if (statusOfUpdate) next.status = statusOfUpdate(asked, old.status);
}

function partOf({ parts }: KindInfo, { subresource }: UpdateContext): PartRules | undefined {
  return subresource !== undefined && parts && Object.hasOwn(parts, subresource) ? parts[subresource] : undefined;
}

/** Returns whether anything but metadata and status differs; a status that is written with the object is asked for like all else. */
function asksForSomethingElse(kind: KindInfo, next: KubeObject, old: KubeObject): boolean {
  const isStatusAsked = kind.statusOfUpdate !== undefined || (kind.isCustom && !kind.hasStatus);
  if (isStatusAsked && !deepEqual(next.status, old.status)) return true;
  const { metadata: _nextMetadata, status: _nextStatus, ...nextDesired } = next;
  const { metadata: _oldMetadata, status: _oldStatus, ...oldDesired } = old;
  return !deepEqual(nextDesired, oldDesired);
}
