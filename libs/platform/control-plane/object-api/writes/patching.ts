import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  badRequest,
  convert,
  goText,
  invalid,
  invalidField,
  jsonText,
  restoreProblem,
  UndecodableError,
  type KubeObject,
  type ReleaseName,
} from '@orrery/api-types';
import type { Decision } from '@orrery/store';
import type { PatchRequest } from './requests';

/** Returns the object after a patch, in the version of the client's request; not yet checked in any way. */
export function applyPatch(
  { kind, type, patch, apiVersion }: PatchRequest,
  current: KubeObject,
  release: ReleaseName,
): unknown {
  const target = kind.form ? current : convert(current, apiVersion ?? kind.storageApiVersion);
  if (type === 'json') {
    const verdict = applyJsonPatch(target, patch, release);
    return verdict.ok ? verdict.value : verdict.error;
  }
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return badRequest('error decoding patch: the body must be an object');
  }
  if (type === 'merge') return applyMergePatch(target, patch);
  const verdict = applyStrategicMergePatch(kind, target, patch, release);
  if (!verdict.ok) return verdict.error;
  // The fields of a typed object are patched, so the kind that the patch names does not matter.
  return { ...(verdict.value as KubeObject), apiVersion: target.apiVersion, kind: target.kind };
}

export function isRefusal(value: unknown): value is ApiError {
  return value instanceof ApiError;
}

/** Returns the decision on a patched object: an invalid object of its kind is an error of the patch, and 422. */
export function refusingPatch({ type, patch }: PatchRequest, patched: unknown, decision: Decision): Decision {
  if (decision.kind !== 'refuse' || !(decision.error instanceof UndecodableError)) return decision;
  const { problem } = decision.error;
  const isStrategic = type === 'strategic';
  const error = invalidField(
    'patch',
    isStrategic ? goText(patch) : jsonText(patched),
    isStrategic ? restoreProblem(problem) : problem,
  );
  return { kind: 'refuse', error: invalid({ group: '', kind: '' }, '', [error]) };
}
