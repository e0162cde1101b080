import { formatTime, type Random } from '@orrery/time';
import { applyDefaults } from '../defaults/defaults';
import { ApiError } from '../errors/api-error';
import { badRequest, invalid, type ErrorKind } from '../errors/api-errors';
import { countsGenerations, type KindInfo } from '../kinds/kind-info';
import { isAfter, isUpTo, type ReleaseName } from '../kinds/releases';
import type { KubeObject, ObjectMeta } from '../objects';
import {
  withGatedFieldsOf,
  withoutGatedFields,
  withoutLaterFields,
  withoutUnknownFields,
} from '../structure/later-fields';
import { structOfKind } from '../structure/struct-types';
import { addWrittenZeros, withEmptyLists } from '../structure/zero-values';
import { generateName } from '../names/generate-name';
import { inWordsOf } from '../validation/older-words';
import { validateCreate } from '../validation/validate';
import { decodeBody, type BodyTarget } from './decode-body';
import { deepEqual } from '../equality';

/** Puts back what no admission may set, in an object that was made outside. The answer is a copy. */
export type Restore = (object: KubeObject) => KubeObject;

/** Admission as a function: the object to continue with, or the refusal. */
export type Admit = (object: KubeObject, restore: Restore) => KubeObject | ApiError;

/** Validating admission as a function: the refusal, if there is one. */
export type ObjectCheck = (object: KubeObject) => ApiError | undefined;

/** Context of a creation besides its body. */
export interface CreateContext extends BodyTarget {
  /** Cluster time in milliseconds. */
  readonly now: number;
  /** A fresh uid. */
  readonly uid: () => string;
  readonly random: Random;
  /** Runs after defaults and before validation. */
  readonly admit?: Admit;
  /** Has the last word on the object as it will be stored, after validation. */
  readonly check?: ObjectCheck;
}

/** The outcome of preparing a write. */
export type WriteVerdict<T = object> =
  | (T & {
      readonly ok: true;
      /** Object to store; on creation it has no resourceVersion yet. */
      readonly object: KubeObject;
      readonly warnings: readonly string[];
    })
  | {
      readonly ok: false;
      readonly error: ApiError;
      /** Warnings about the body from before it was refused. */
      readonly warnings?: readonly string[];
    };

/**
 * Makes the object to store from the body of a creation: reads it, gives it name, uid and times, drops what clients may
 * not set, fills defaults, asks admission, validates. Errors come as they must be answered: 400, admission's own, 422.
 */
export function prepareForCreate(
  kind: KindInfo,
  input: unknown,
  context: CreateContext,
): WriteVerdict<{
  /** The object before its strategy and admission: its fields belong to its creator; those that these add have no owner. */
  readonly asked: KubeObject;
}> {
  const body = decodeBody(kind, input, context);
  if (body instanceof ApiError) return { ok: false, error: body };
  const { object: sent, warnings } = body;
  const { resourceVersion } = sent.metadata;
  if (resourceVersion && resourceVersion !== '0') {
    return {
      ok: false,
      warnings,
      error: badRequest('resourceVersion should not be set on objects to be created'),
    };
  }
  setSystemMetadata(sent, context);
  const { status } = sent;
  const given = isUpTo(context.release, '1.20') ? structuredClone(sent) : sent;
  resetForCreate(kind, sent);
  applyDefaults(sent, kind);
  const asked = isUpTo(context.release, '1.20')
    ? asSent(kind, sent, status)
    : askedFor(sent, kind.prepareForCreate, kind.preparesCopies);
  const object = withoutGatedFields(kind, sent, context.release);
  kind.prepareForCreate?.(object, context.release);
  const restore: Restore = (made) => restoreForCreate(kind, made, object.metadata, context.release);
  const admitted = context.admit ? context.admit(object, restore) : object;
  if (admitted instanceof ApiError) return { ok: false, warnings, error: admitted };
  // No rule is about labels that the release does not give.
  if (isUpTo(context.release, '1.20')) kind.forgetLater?.(admitted);
  const errors = inWordsOf(context.release, validateCreate(kind, admitted, context.apiVersion, context.release));
  if (errors.length > 0) {
    const error = invalid(kindInErrors(kind, context.release), admitted.metadata.name ?? '', errors);
    return { ok: false, warnings, error };
  }
  if (countsGenerations(kind, context.release)) admitted.metadata.generation = 1;
  kind.completeCreated?.(admitted);
  addZeros(kind, admitted, context.release);
  const made = ofRelease(kind, admitted, context.release);
  const refusal = context.check?.(made);
  if (refusal) return { ok: false, warnings, error: refusal };
  return {
    ok: true,
    object: made,
    asked: withListsOf(kind, knownTo(kind, asked, given, context.release), input),
    // Servers warn of objects since 1.22.
    warnings: isUpTo(context.release, '1.20') ? [] : [...warnings, ...(kind.warnings?.(made) ?? [])],
  };
}

/** The object with the empty lists of its body. */
function withListsOf(kind: KindInfo, object: KubeObject, input: unknown): KubeObject {
  const struct = kind.isCustom ? undefined : structOfKind(kind);
  return struct ? (withEmptyLists(struct, object, input) as KubeObject) : object;
}

/** The object without what later releases add to it. May change the object in place. */
export function ofRelease(kind: KindInfo, object: KubeObject, release: ReleaseName | undefined): KubeObject {
  if (isUpTo(release, '1.20')) kind.forgetLater?.(object);
  return withoutLaterFields(kind, object, release);
}

/** Kinds that the server of 1.20 reads as those of the group where they began. */
const ONCE_EXTENSIONS: ReadonlySet<string> = new Set(['networking.k8s.io NetworkPolicy', 'policy PodSecurityPolicy']);

/**
 * Returns the part of a client's object that a release knows. The object was `given` without defaults; fields that the release
 * has switched off have owners.
 */
export function knownTo(
  kind: KindInfo,
  object: KubeObject,
  given: KubeObject,
  release: ReleaseName | undefined,
): KubeObject {
  // Decoding left out what the release does not know, and no default of a later release adds any of it.
  if (isAfter(release, '1.20')) return object;
  kind.forgetLater?.(object);
  return withoutUnknownFields(kind, withGatedFieldsOf(kind, object, given, release), release);
}

/** The kind as errors of validation name it. */
export function kindInErrors(kind: KindInfo, release: ReleaseName | undefined): ErrorKind {
  const isOld = isUpTo(release, '1.20') && ONCE_EXTENSIONS.has(`${kind.group} ${kind.kind}`);
  return isOld ? { group: 'extensions', kind: kind.kind } : kind;
}

/** The object as a release without doors sees its writer: with the status that was sent, or that defaults set. */
export function asSent(kind: KindInfo, object: KubeObject, status: unknown): KubeObject {
  const sent: KubeObject = structuredClone({ ...object, status });
  const { defaultedStatus } = kind;
  if (defaultedStatus) sent.status = { ...defaultedStatus, ...(sent.status as object | undefined) };
  if (sent.status === undefined) delete sent.status;
  addZeros(kind, sent, 'k8s-1.20');
  return sent;
}

/**
 * Returns the object as the client sent it, before the strategy of the kind changes it in place; values that a strategy
 * replaces need not be copied.
 */
export function askedFor(object: KubeObject, strategy: unknown, preparesCopies: boolean | undefined): KubeObject {
  if (!strategy) return object;
  return preparesCopies ? { ...object } : structuredClone(object);
}

/**
 * Adds the fields that a Go server writes of a typed object though nothing set them. Changes the object in place, except for
 * parts that it shares with the stored one.
 */
export function addZeros(kind: KindInfo, object: KubeObject, release?: ReleaseName, stored?: KubeObject): void {
  const struct = kind.isCustom ? undefined : structOfKind(kind);
  if (!struct) return;
  const target = object as Record<string, unknown>;
  const fields = Object.keys(stored ?? {}).filter(
    (field) => typeof target[field] === 'object' && target[field] === stored![field],
  );
  const shared = Object.fromEntries(fields.map((field) => [field, target[field]]));
  // Null keeps their places, and nothing is added below it.
  for (const field of fields) target[field] = null;
  addWrittenZeros(struct, target, isUpTo(release, '1.20'));
  Object.assign(target, shared);
}

/** Returns whether a write would leave an object as it is: nothing but resourceVersion and the times of managedFields differs. */
export function isUnchanged(old: KubeObject, next: KubeObject): boolean {
  if (old.metadata.managedFields === next.metadata.managedFields) {
    return deepEqual(withoutRevision(old), withoutRevision(next));
  }
  return deepEqual(withoutBookkeeping(old), withoutBookkeeping(next));
}

function withoutRevision(object: KubeObject): unknown {
  const { resourceVersion: _resourceVersion, managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function withoutBookkeeping(object: KubeObject): unknown {
  const { resourceVersion: _resourceVersion, managedFields, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, managedFields: managedFields?.map(({ time: _time, ...entry }) => entry) },
  };
}

/** Fields that are ignored on creation; clients may send them, for instance because they read the object somewhere. */
const NOT_ON_CREATION = [
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'managedFields',
  'resourceVersion',
] as const satisfies readonly (keyof ObjectMeta)[];

function setSystemMetadata(object: KubeObject, context: CreateContext): void {
  const { metadata } = object;
  if (!metadata.name && metadata.generateName) metadata.name = generateName(metadata.generateName, context.random);
  // As in Go: rules, and what is named after the object, find a text until validation refuses it.
  metadata.name ??= '';
  metadata.uid = context.uid();
  metadata.creationTimestamp = formatTime(context.now);
  for (const field of NOT_ON_CREATION) {
    // Even where there is nothing to delete, deleting takes its time.
    if (metadata[field] !== undefined) delete (metadata as Partial<ObjectMeta>)[field];
  }
}

/** A webhook may choose a name where the server gave one, and none of the other metadata of the server. */
function restoreForCreate(
  kind: KindInfo,
  made: KubeObject,
  own: ObjectMeta,
  release: ReleaseName | undefined,
): KubeObject {
  const metadata = { ...made.metadata, uid: own.uid, creationTimestamp: own.creationTimestamp };
  metadata.name ||= own.name;
  for (const field of NOT_ON_CREATION) delete (metadata as Partial<ObjectMeta>)[field];
  const object: KubeObject = { ...made, metadata };
  resetForCreate(kind, object);
  kind.prepareForCreate?.(object, release);
  return object;
}

/** A status is written by those who observe: a new object has the first one of its kind, or none. */
function resetForCreate({ hasStatus, takesFirstStatus, firstStatus }: KindInfo, object: KubeObject): void {
  if (!hasStatus || takesFirstStatus) return;
  if (firstStatus) object.status = firstStatus();
  else delete object.status;
}
