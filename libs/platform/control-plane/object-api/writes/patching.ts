import {
  ApiError,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  badRequest,
  convert,
  type KubeObject,
} from '@orrery/api-types';
import type { PatchRequest } from './requests';

/** The object as a patch leaves it, in the version that the client speaks; not yet checked in any way. */
export function applyPatch({ kind, type, patch, apiVersion }: PatchRequest, current: KubeObject): unknown {
  const target = kind.form ? current : convert(current, apiVersion ?? kind.storageApiVersion);
  if (type === 'json') {
    const verdict = applyJsonPatch(target, patch);
    return verdict.ok ? verdict.value : verdict.error;
  }
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return badRequest('error decoding patch: the body must be an object');
  }
  if (type === 'merge') return applyMergePatch(target, patch);
  const verdict = applyStrategicMergePatch(kind, target, patch);
  return verdict.ok ? verdict.value : verdict.error;
}

export function isRefusal(value: unknown): value is ApiError {
  return value instanceof ApiError;
}
