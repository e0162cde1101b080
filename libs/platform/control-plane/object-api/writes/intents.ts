import {
  absentOnUpdate,
  alreadyExists,
  ApiError,
  applyServerSide,
  type ErrorResource,
  groupOf,
  invalid,
  isUpTo,
  jsonText,
  type KindInfo,
  type KubeObject,
  type ManagedFieldsEntry,
  nameMissing,
  notFound,
  prepareForCreate,
  prepareForDelete,
  prepareForUpdate,
  type ReleaseName,
  requiredField,
  servedForm,
  storedForm,
} from '@orrery/api-types';
import { Operation, shareParts, type Decision, type Intent } from '@orrery/store';
import type { Random } from '@orrery/time';
import { admitted, beforeCreation } from '../dynamic-admission/mutation';
import { firstRound, reviewOf, type WriteReview } from '../dynamic-admission/write-review';
import { configurationWarnings } from '../../node-configuration/node-configuration-admission';
import { admit, refuseAdmitted } from './admission';
import { refuseAccess } from './authorization';
import { recordManager, withManagedFields } from './field-managers';
import { keepPrepared, placeOf, preparedBefore } from './prepared-creations';
import { applyPatch, isRefusal, refusingPatch } from './patching';
import type { CreateRequest, DeleteOptions, PatchRequest, Target, UpdateRequest, WriteOptions } from './requests';
import { keyOf } from './stored-kinds';
import { bundleOf } from '../../settings/cluster-settings';
import type { ResizeIntent } from './quotas';
import type { WriteContext } from './write-context';

/**
 * Prepares a creation. Name, uid and defaults are fixed here, once: the intent may be decided several times.
 * An error is an intent that refuses.
 */
export function createIntent(context: WriteContext, request: CreateRequest, options: WriteOptions): Intent {
  const { kind, namespace, input, apiVersion } = request;
  const denial = refuseAccess(context, { verb: 'create', kind, namespace });
  if (denial) return refusing(kind, namespace, denial);
  const target = { kind, apiVersion, namespace, name: nameIn(input) };
  const review = reviewOf(context, { operation: 'CREATE', ...target, optionsKind: 'CreateOptions', options });
  const { uid, random } = context.draws(keyOf({ ...target, name: target.name || prefixIn(input) }));
  const nowMs = context.nowMs();
  const place = placeOf(request, context, { review, options });
  const known = place === undefined ? undefined : preparedBefore(place, { uid, nowMs });
  const made = known ?? preparedCreation(context, request, { options, review, uid, random, nowMs });
  if (made instanceof ApiError) return refusing(kind, namespace, made);
  if (place !== undefined && !known) keepPrepared(place, made, nowMs);
  const { metadata } = made;
  const { name } = metadata;
  return {
    key: keyOf({ kind, namespace: metadata.namespace ?? '', name }),
    decide: (current) => {
      if (!current) return { kind: 'write', operation: Operation.Create, object: storedForm(kind, made) };
      // Decided again because the answer of the database was lost: this very object is there already.
      if (current.metadata.uid === metadata.uid) return { kind: 'keep', object: current };
      const isLeaving = current.metadata.deletionTimestamp !== undefined;
      return { kind: 'refuse', error: alreadyExists(resourceAsked(request), name, isLeaving) };
    },
  };
}

/** Returns the resource in the requested group, as errors name it: kinds may be served in several groups. */
function resourceAsked({ kind, apiVersion = kind.storageApiVersion }: CreateRequest): ErrorResource {
  return { group: groupOf(apiVersion), resource: kind.resource };
}

/** Inputs that prepare a creation, besides its request. */
interface Preparation {
  readonly options: WriteOptions;
  readonly review: WriteReview | undefined;
  readonly uid: string;
  readonly random: Random;
  readonly nowMs: number;
}

/** Returns the object to store: defaulted, admitted and valid; or the error that prevents it. */
function preparedCreation(
  context: WriteContext,
  { kind, namespace, input, apiVersion }: CreateRequest,
  { options, review, uid, random, nowMs }: Preparation,
): KubeObject | ApiError {
  const name = nameIn(input);
  const verdict = prepareForCreate(kind, input, {
    now: nowMs,
    release: bundleOf(context.settings()),
    uid: () => uid,
    random,
    admit: (object, restore) =>
      admitted(review, {
        object,
        oldObject: undefined,
        builtIn: (each) => admit(context, { operation: 'CREATE', kind, object: each, isDryRun: options.dryRun }),
        restore,
        shown: beforeCreation(name !== ''),
      }),
    check: (object) =>
      refuseAdmitted(context, { operation: 'CREATE', kind, object }) ?? review?.validate(object, undefined),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind.namespaced ? { namespace } : {}),
    ...(options.fieldValidation ? { fieldValidation: options.fieldValidation } : {}),
  });
  if (!verdict.ok) return refusedWith(verdict, options);
  for (const warning of [...verdict.warnings, ...configurationWarnings(kind, verdict.object)]) options.warn?.(warning);
  const written = recordManager({
    kind,
    previous: undefined,
    next: verdict.object,
    asked: verdict.asked,
    manager: options.fieldManager,
    apiVersion,
    subresource: undefined,
    nowMs,
    release: bundleOf(context.settings()),
  });
  return shareParts(written);
}

/** The refusal of a write; what was said of its body before goes to the client with it. */
function refusedWith(
  { error, warnings = [] }: { readonly error: ApiError; readonly warnings?: readonly string[] },
  { warn }: WriteOptions,
): ApiError {
  for (const warning of warnings) warn?.(warning);
  return error;
}

/** Prepares a PUT; an absent object is created where the kind allows that. */
export function updateIntent(context: WriteContext, request: UpdateRequest, options: WriteOptions): ResizeIntent {
  const { kind, namespace, name, input, subresource } = request;
  return {
    key: keyOf(request),
    isResize: subresource === 'resize',
    decide: (current) => {
      const denial = refuseAccess(context, { verb: 'update', ...request });
      if (denial) return { kind: 'refuse', error: denial };
      if (nameIn(input) === '') return { kind: 'refuse', error: nameMissing(name) };
      if (current) return decideUpdate(context, { request, current, input }, options);
      if (!mayCreateByUpdate(context, kind) || subresource !== undefined) {
        return { kind: 'refuse', error: absentOnUpdate(kind, { namespace, name, input, release: releaseOf(context) }) };
      }
      return createIntent(context, { ...request, namespace }, options).decide(undefined);
    },
  };
}

/** The release of the cluster that is written to. */
export function releaseOf(context: WriteContext): ReleaseName {
  return bundleOf(context.settings());
}

function mayCreateByUpdate(context: WriteContext, kind: KindInfo): boolean {
  return isUpTo(releaseOf(context), '1.20') ? kind.allowedCreateOnUpdate : kind.allowsCreateOnUpdate;
}

/** Prepares a PATCH: the patch is applied to the version of the object at its turn. */
export function patchIntent(context: WriteContext, request: PatchRequest, options: WriteOptions): ResizeIntent {
  const { kind, name, type, subresource } = request;
  return {
    key: keyOf(request),
    isResize: subresource === 'resize',
    decide: (current) => {
      const denial = refuseAccess(context, { verb: 'patch', ...request });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current && (type !== 'apply' || subresource !== undefined)) {
        return { kind: 'refuse', error: notFound(kind, name) };
      }
      if (type === 'apply') return decideApply(context, { request, current }, options);
      const patched = applyPatch(request, servedForm(kind, current!), releaseOf(context));
      if (isRefusal(patched)) return { kind: 'refuse', error: patched };
      if (nameIn(patched) === '') return { kind: 'refuse', error: nameTakenAway(kind, name) };
      const decision = decideUpdate(context, { request, current: current!, input: patched }, options);
      return refusingPatch(request, patched, decision);
    },
  };
}

/** Prepares a DELETE; afterwards `isGone` is true if the object was removed at once. */
export function deleteIntent(
  context: WriteContext,
  target: Target,
  options: DeleteOptions,
): { readonly intent: Intent; readonly isGone: () => boolean } {
  let isGone = false;
  const intent: Intent = {
    key: keyOf(target),
    decide: (current) => {
      isGone = false;
      const denial = refuseAccess(context, { verb: 'delete', ...target });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current) return { kind: 'refuse', error: notFound(target.kind, target.name) };
      const verdict = prepareForDelete(target.kind, current, options, context.nowMs());
      if (verdict instanceof ApiError) return { kind: 'refuse', error: verdict };
      // What is being deleted already was reviewed then.
      if (verdict.action === 'none') return { kind: 'keep', object: verdict.object };
      const refusal = refusalOfDeletion(reviewOfDeletion(context, target, options), servedForm(target.kind, current));
      if (refusal) return { kind: 'refuse', error: refusal };
      isGone = verdict.action === 'remove';
      return { kind: 'write', operation: isGone ? Operation.Delete : Operation.Update, object: verdict.object };
    },
  };
  return { intent, isGone: () => isGone };
}

/** An update that is worked out from the current object. */
export interface Updating {
  readonly request: UpdateRequest | PatchRequest;
  readonly current: KubeObject;
  /** The whole object as the client wants it. */
  readonly input: unknown;
}

/** Admission and validation of an object as a client wants it, independent of the API. */
export function decideUpdate(
  context: WriteContext,
  { request, current, input }: Updating,
  options: WriteOptions,
): Decision {
  const { kind, subresource, apiVersion } = request;
  const seen = servedForm(kind, current);
  // What goes through `/scale` is a Scale, and evaluated as one.
  const review = subresource === 'scale' ? undefined : reviewOfUpdate(context, request, options);
  const verdict = prepareForUpdate(kind, seen, input, {
    release: bundleOf(context.settings()),
    isPatch: 'patch' in request,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind.namespaced ? { namespace: request.namespace } : {}),
    ...(subresource === undefined ? {} : { subresource }),
    ...(options.fieldValidation ? { fieldValidation: options.fieldValidation } : {}),
    admit: (object, restore) =>
      admitted(review, {
        object,
        oldObject: seen,
        builtIn: (each) => admit(context, { operation: 'UPDATE', kind, object: each, oldObject: seen, subresource }),
        restore,
      }),
    check: (object) =>
      refuseAdmitted(context, { operation: 'UPDATE', kind, object, oldObject: seen, subresource }) ??
      review?.validate(object, seen),
  });
  if (!verdict.ok) return { kind: 'refuse', error: refusedWith(verdict, options) };
  const warnings = configurationWarnings(kind, verdict.object, seen);
  for (const warning of [...verdict.warnings, ...warnings]) options.warn?.(warning);
  if (verdict.removesObject) {
    return { kind: 'write', operation: Operation.Delete, object: storedForm(kind, verdict.object) };
  }
  if (verdict.unchanged && !isUpTo(releaseOf(context), '1.20')) return { kind: 'keep', object: current };
  const nowMs = context.nowMs();
  const manager = options.fieldManager;
  const { object: next, asked } = verdict;
  const release = bundleOf(context.settings());
  const change = { kind, previous: seen, next, asked, manager, apiVersion, subresource, nowMs, release };
  const owned = recordManager(change);
  // In a release without doors a field that its strategy put back has an owner, though nothing else changes.
  const areOwnersNew = jsonText(owned.metadata.managedFields) !== jsonText(seen.metadata.managedFields);
  if (verdict.unchanged && !areOwnersNew) return { kind: 'keep', object: current };
  return { kind: 'write', operation: Operation.Update, object: storedForm(kind, shareParts(owned)) };
}

/** Decides server-side apply: the merged object is handled like any other write, with the owners that the apply left. */
export function decideApply(
  context: WriteContext,
  { request, current }: { request: PatchRequest; current: KubeObject | undefined },
  options: WriteOptions,
): Decision {
  const { kind, namespace, name, subresource, apiVersion } = request;
  const target = { namespace, name, ...(apiVersion === undefined ? {} : { apiVersion }) };
  const verdict = applyServerSide({
    ...target,
    ...(kind.namespaced ? {} : { namespace: '' }),
    kind,
    config: request.patch,
    manager: options.fieldManager ?? '',
    force: request.force ?? false,
    now: context.nowMs(),
    release: bundleOf(context.settings()),
    ...(current ? { live: servedForm(kind, current) } : {}),
    ...(subresource === undefined ? {} : { subresource }),
    ...(options.fieldValidation ? { fieldValidation: options.fieldValidation } : {}),
  });
  if (!verdict.ok) return { kind: 'refuse', error: verdict.error };
  const withoutManager: WriteOptions = { ...options, fieldManager: '' };
  // The merged object is in the version that a kind of the release stores.
  const decision = current
    ? decideUpdate(context, { request: stored(request), current, input: verdict.object }, withoutManager)
    : createIntent(context, { kind, namespace, input: verdict.object }, withoutManager).decide(undefined);
  return withOwners(decision, current, verdict.managedFields);
}

function stored({ apiVersion: _apiVersion, ...request }: PatchRequest): PatchRequest {
  return request;
}

/** Puts the new owners in; where only they changed, that alone is written. */
function withOwners(
  decision: Decision,
  current: KubeObject | undefined,
  managedFields: readonly ManagedFieldsEntry[],
): Decision {
  const object = decision.kind === 'refuse' ? undefined : decision.object;
  if (!object || (decision.kind === 'write' && decision.operation === Operation.Delete)) return decision;
  const isSame = jsonText(current?.metadata.managedFields) === jsonText(managedFields);
  if (decision.kind === 'keep' && isSame) return decision;
  const operation = current ? Operation.Update : Operation.Create;
  return { kind: 'write', operation, object: withManagedFields(object, managedFields) };
}

/** 422 of a patch that leaves an object without a name. */
function nameTakenAway(kind: KindInfo, name: string): ApiError {
  return invalid(kind, name, [requiredField('metadata.name', 'name or generateName is required')]);
}

/** Returns the name in a body; empty without one. */
function nameIn(input: unknown): string {
  const name = metadataOf(input)?.name;
  return typeof name === 'string' ? name : '';
}

/** Returns the prefix of a generated name. */
function prefixIn(input: unknown): string {
  const prefix = metadataOf(input)?.generateName;
  return typeof prefix === 'string' ? prefix : '';
}

function metadataOf(input: unknown): { readonly name?: unknown; readonly generateName?: unknown } | undefined {
  return (input as { metadata?: { name?: unknown; generateName?: unknown } } | null | undefined)?.metadata;
}

function reviewOfUpdate(
  context: WriteContext,
  request: UpdateRequest | PatchRequest,
  options: WriteOptions,
): WriteReview | undefined {
  const optionsKind = 'patch' in request ? 'PatchOptions' : 'UpdateOptions';
  return reviewOf(context, { operation: 'UPDATE', ...request, optionsKind, options });
}

function reviewOfDeletion(context: WriteContext, target: Target, options: DeleteOptions): WriteReview | undefined {
  const { dryRun = false, warn: _warn, ...moreOptions } = options;
  const write = { operation: 'DELETE', ...target, optionsKind: 'DeleteOptions', moreOptions } as const;
  return reviewOf(context, { ...write, options: { dryRun, ...(options.warn ? { warn: options.warn } : {}) } });
}

/** Returns the refusal of a deletion. Mutating webhooks are called for deletions too, and can only refuse them. */
function refusalOfDeletion(review: WriteReview | undefined, oldObject: KubeObject): ApiError | undefined {
  const outcome = review?.mutate(undefined, oldObject, firstRound());
  return outcome instanceof ApiError ? outcome : review?.validate(undefined, oldObject);
}

/** Makes an intent for a request that cannot be prepared: it fails with the error when it is decided. */
function refusing(kind: KindInfo, namespace: string, error: ApiError): Intent {
  return { key: keyOf({ kind, namespace, name: '' }), decide: () => ({ kind: 'refuse', error }) };
}
