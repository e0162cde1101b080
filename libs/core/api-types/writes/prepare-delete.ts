import { formatTime, LATEST_TIME_MS, parseTimeMs } from '@orrery/time';
import { type ApiError } from '../errors/api-error';
import { conflict, forbidden, invalid } from '../errors/api-errors';
import { invalidField, unsupportedField, type FieldError } from '../errors/field-error';
import { isNamespaceKind } from '../kinds/is-namespace';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject, Pod } from '../objects';
import { isTerminalPhase } from '../pods/pod-constants';
import { deepEqual } from '../equality';
import { withFields } from '../with-fields';

/** The body of a DELETE; query parameters are merged in before. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  /** Deprecated; means Orphan or Background. */
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** Effect of a deletion on the store. */
export type DeleteVerdict =
  /** Store the object: it is terminating. */
  | { readonly action: 'update'; readonly object: KubeObject }
  /** Remove it; `object` is its last state. */
  | { readonly action: 'remove'; readonly object: KubeObject }
  /** It is terminating already and nothing changes. */
  | { readonly action: 'none'; readonly object: KubeObject };

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';
const POLICIES = ['Foreground', 'Background', 'Orphan'];

/**
 * Decides what a DELETE does: preconditions, grace, finalizers, propagation (spec api A4). `now` is cluster time in ms.
 */
export function prepareForDelete(
  kind: KindInfo,
  stored: KubeObject,
  options: DeleteOptions,
  now: number,
): DeleteVerdict | ApiError {
  const refused = refuseDelete(kind, stored, options);
  if (refused) return refused;
  const isFirst = stored.metadata.deletionTimestamp === undefined;
  const object = isFirst && kind.markForDeletion ? kind.markForDeletion(stored, now) : stored;
  const finalizers = finalizersAfter(kind, object, options);
  if (isNamespaceKind(kind)) return deleteNamespace(object, finalizers, now);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  let graceSeconds = kind.hasGracePeriod ? Math.min(graceOf(object, options), longestGraceSeconds(now)) : 0;
  let deleteAtMs = now + graceSeconds * 1000;
  if (deletionTimestamp !== undefined) {
    // A repeated delete may only shorten the grace; the clock keeps running from the first one.
    const asked = kind.hasGracePeriod ? (options.gracePeriodSeconds ?? deletionGracePeriodSeconds) : 0;
    graceSeconds = Math.min(Math.max(asked, 0), deletionGracePeriodSeconds);
    deleteAtMs = (parseTimeMs(deletionTimestamp) ?? now) - (deletionGracePeriodSeconds - graceSeconds) * 1000;
  }
  const isGone = graceSeconds === 0 && finalizers.length === 0;
  // What is neither waited for nor kept by finalizers goes as it is; its last state gets a revision of its own.
  if (isGone && isFirst && !kind.hasGracePeriod) {
    return { action: 'remove', object: { ...object, metadata: { ...object.metadata } } };
  }
  const next = withDeletion(object, {
    finalizers,
    graceSeconds,
    deleteAtMs,
    isBare: kind.markForDeletion !== undefined,
  });
  if (isGone) return { action: 'remove', object: next };
  return deepEqual(next, stored) ? { action: 'none', object: stored } : { action: 'update', object: next };
}

function refuseDelete(kind: KindInfo, object: KubeObject, options: DeleteOptions): ApiError | undefined {
  const { name, uid, resourceVersion } = object.metadata;
  const errors = validateOptions(options);
  if (errors.length > 0) return invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  const refusal = kind.refuseDeletion?.(name);
  if (refusal !== undefined) return forbidden(kind, name, refusal);
  const wanted = options.preconditions;
  if (wanted?.uid !== undefined && wanted.uid !== uid) {
    return conflict(recordOf(kind), name, mismatch('UID', wanted.uid, uid));
  }
  if (wanted?.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    return conflict(recordOf(kind), name, mismatch('ResourceVersion', wanted.resourceVersion, resourceVersion));
  }
  return undefined;
}

/** Returns the subject of a failed precondition: upstream names the kind here in place of the resource. */
function recordOf({ group, kind }: KindInfo): { readonly group: string; readonly resource: string } {
  return { group, resource: kind };
}

function mismatch(what: string, wanted: string, actual: string): string {
  return `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${actual}). The object might have been ${what === 'UID' ? 'deleted and then recreated' : 'modified'}`;
}

function validateOptions({ propagationPolicy, orphanDependents }: DeleteOptions): FieldError[] {
  if (propagationPolicy === undefined) return [];
  if (orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    return [invalidField('propagationPolicy', propagationPolicy, detail)];
  }
  if (POLICIES.includes(propagationPolicy)) return [];
  return [unsupportedField('propagationPolicy', propagationPolicy, [...POLICIES, 'nil'])];
}

/** An unscheduled or finished pod has nothing to end gracefully. */
function graceOf(object: KubeObject, options: DeleteOptions): number {
  const pod = object as Pod;
  if (!pod.spec?.nodeName || isTerminalPhase(pod.status?.phase)) return 0;
  const seconds = options.gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
  return seconds < 0 ? 1 : seconds;
}

/**
 * A longer grace would end at an instant that cannot be written. The grace itself is cut, not only its end, because
 * the beginning of a deletion is the difference of the two.
 */
function longestGraceSeconds(now: number): number {
  return Math.max(0, Math.floor((LATEST_TIME_MS - now) / 1000));
}

/** The policy of the request, else that of the object's finalizers, else the kind's default. */
function finalizersAfter(kind: KindInfo, object: KubeObject, options: DeleteOptions): string[] {
  const existing = object.metadata.finalizers ?? [];
  const others = existing.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  const policy = requestedPolicyOf(options) ?? policyOfFinalizers(existing) ?? kind.defaultPropagation;
  if (policy === 'Orphan') return [...others, ORPHAN];
  return policy === 'Foreground' ? [...others, FOREGROUND] : others;
}

function requestedPolicyOf({ propagationPolicy, orphanDependents }: DeleteOptions): string | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? 'Orphan' : 'Background';
  return propagationPolicy;
}

function policyOfFinalizers(finalizers: readonly string[]): string | undefined {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : undefined;
}

/** A namespace waits for its controller, which empties it and then spec.finalizers. */
function deleteNamespace(object: KubeObject, finalizers: readonly string[], now: number): DeleteVerdict {
  const own = (object.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? [];
  const next: KubeObject = {
    ...object,
    metadata: withFinalizers(
      { ...object.metadata, deletionTimestamp: object.metadata.deletionTimestamp ?? formatTime(now) },
      finalizers,
    ),
    status: { ...(object.status as object | undefined), phase: 'Terminating' },
  };
  if (own.length === 0 && finalizers.length === 0) return { action: 'remove', object: next };
  return deepEqual(next, object) ? { action: 'none', object } : { action: 'update', object: next };
}

interface Deletion {
  readonly finalizers: readonly string[];
  readonly graceSeconds: number;
  readonly deleteAtMs: number;
  /** Kinds with a first DELETE of their own get the time alone by it: no grace, no generation (`customresourcedefinition/etcd.go`). */
  readonly isBare: boolean;
}

function withDeletion(object: KubeObject, deletion: Deletion): KubeObject {
  const isFirst = object.metadata.deletionTimestamp === undefined;
  const deletionTimestamp = formatTime(deletion.deleteAtMs);
  const times =
    isFirst && deletion.isBare
      ? { deletionTimestamp }
      : { deletionTimestamp, deletionGracePeriodSeconds: deletion.graceSeconds };
  const metadata = withFinalizers(withFields(object.metadata, times), deletion.finalizers);
  if (isFirst && !deletion.isBare && metadata.generation !== undefined) metadata.generation += 1;
  return { ...object, metadata };
}

function withFinalizers(metadata: KubeObject['metadata'], finalizers: readonly string[]): KubeObject['metadata'] {
  if (finalizers.length > 0) metadata.finalizers = [...finalizers];
  else delete metadata.finalizers;
  return metadata;
}
