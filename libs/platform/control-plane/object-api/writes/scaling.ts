import {
  ApiError,
  appliedScale,
  applyJsonPatch,
  applyMergePatch,
  badRequest,
  isScalable,
  nameMissing,
  scaleNotFound,
  otherName,
  scaleOf,
  servedForm,
  withScale,
  type KubeObject,
  type ReleaseName,
} from '@orrery/api-types';
import type { Decision, Intent } from '@orrery/store';
import { refuseAccess } from './authorization';
import { decideApply, decideUpdate, releaseOf } from './intents';
import { admitted } from '../dynamic-admission/mutation';
import { reviewOf, type WriteReview } from '../dynamic-admission/write-review';
import type { PatchType, Target, WriteOptions } from './requests';
import { keyOf } from './stored-kinds';
import type { WriteContext } from './write-context';

/** A write through `/scale`: the Scale as it shall be, or a patch of it. */
export interface ScaleRequest extends Target {
  readonly type: 'replace' | PatchType;
  readonly body: unknown;
  /** True for an apply that takes the number over from other managers. */
  readonly force?: boolean;
}

/** Sets the number of pods of an object and nothing else of it (spec api A9). */
export function scaleIntent(context: WriteContext, request: ScaleRequest, options: WriteOptions): Intent {
  const { kind, namespace, name } = request;
  return {
    key: keyOf(request),
    decide: (current) => {
      const verb = request.type === 'replace' ? 'update' : 'patch';
      const denial = refuseAccess(context, { verb, kind, namespace, name, subresource: 'scale' });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current || !isScalable(kind))
        return { kind: 'refuse', error: scaleNotFound(kind, name, releaseOf(context)) };
      if (request.type === 'apply') return applyScale(context, { request, current }, options);
      const seen = servedForm(kind, current);
      const before = scaleOf(seen, kind.scalePaths);
      const review = reviewOfScale(context, request, options);
      const asked = changedScale(request, before, releaseOf(context));
      const scale = review && isObject(asked) ? mutatedScale(review, asked, before) : asked;
      if (scale instanceof ApiError) return { kind: 'refuse', error: scale };
      const input = withScale(kind, seen, scale);
      if (input instanceof ApiError) return { kind: 'refuse', error: input };
      const decision = decideUpdate(
        context,
        { request: { kind, namespace, name, subresource: 'scale', input }, current, input },
        options,
      );
      if (decision.kind === 'refuse') return decision;
      // It was read as a Scale by now.
      const refusal = review?.validate(scale as KubeObject, before);
      return refusal ? { kind: 'refuse', error: refusal } : decision;
    },
  };
}

/** Applies the number of a Scale to its object, through which the manager then owns it. */
function applyScale(
  context: WriteContext,
  { request, current }: { readonly request: ScaleRequest; readonly current: KubeObject },
  options: WriteOptions,
): Decision {
  const { kind, body, force = false } = request;
  const applied = appliedScale(kind, body);
  if (applied instanceof ApiError) return { kind: 'refuse', error: applied };
  const { type: _type, body: _body, ...target } = request;
  const patch = { ...target, type: 'apply', patch: applied, force, subresource: 'scale' } as const;
  return decideApply(context, { request: patch, current }, options);
}

function isObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && !(value instanceof ApiError);
}

function mutatedScale(review: WriteReview, object: KubeObject, oldObject: KubeObject): KubeObject | ApiError {
  const asItIs = (scale: KubeObject): KubeObject => scale;
  return admitted(review, { object, oldObject, builtIn: asItIs, restore: asItIs });
}

function reviewOfScale(
  context: WriteContext,
  { kind, namespace, name, type }: ScaleRequest,
  options: WriteOptions,
): WriteReview | undefined {
  const body = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
  const optionsKind = type === 'replace' ? 'UpdateOptions' : 'PatchOptions';
  const write = { operation: 'UPDATE', kind, namespace, name, subresource: 'scale', body, optionsKind } as const;
  return reviewOf(context, { ...write, options });
}

function changedScale({ type, body, name }: ScaleRequest, scale: KubeObject, release: ReleaseName): unknown {
  switch (type) {
    case 'replace': {
      const given = (body as Partial<KubeObject> | null)?.metadata?.name;
      if (!given) return nameMissing(name);
      return given === name ? body : otherName(given, name);
    }
    case 'json': {
      const verdict = applyJsonPatch(scale, body, release);
      return verdict.ok ? verdict.value : verdict.error;
    }
    default:
      // A Scale has no lists, so both kinds of merge come to the same.
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        return badRequest('error decoding patch: the body must be an object');
      }
      return mergedScale(type, scale, body);
  }
}

/** A strategic patch is laid over the fields of a Scale, so the kind that it names does not matter (`strategicPatchObject`). */
function mergedScale(type: ScaleRequest['type'], scale: KubeObject, body: object): unknown {
  const merged = applyMergePatch(scale, body) as KubeObject;
  return type === 'strategic' ? { ...merged, apiVersion: scale.apiVersion, kind: scale.kind } : merged;
}
