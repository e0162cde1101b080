import { type ApiError } from '../errors/api-error';
import { badRequest, conflict, invalid, notFound } from '../errors/api-errors';
import { invalidField } from '../errors/field-error';
import type { KindInfo, ScalePaths } from '../kinds/kind-info';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import { valueAt } from '../structure/value-at';
import type { KubeObject, LabelSelector } from '../objects';
import { parseLabelSelector } from '../selectors/parse-label-selector';
import { formatRequirements, LabelOperator } from '../selectors/label-requirement';
import { labelSelectorRequirements } from '../selectors/label-selector';
import { decodeStruct } from '../structure/decode';
import { structOfBody } from '../structure/struct-types';
import { isVersionGiven } from '../writes/prepare-update';

const SCALE = { group: 'autoscaling', kind: 'Scale' };

interface Scalable {
  readonly replicas?: number;
  readonly selector?: LabelSelector | Readonly<Record<string, string>>;
}

/** Returns whether the number of pods of a kind can be read and set alone, as `autoscaling/v1 Scale` (spec api A9). */
export function isScalable(kind: KindInfo): boolean {
  return kind.subresources.some(({ name }) => name === 'scale');
}

/** The object as its `/scale` shows it; `paths` of kinds whose objects have it elsewhere than workloads. */
export function scaleOf(object: KubeObject, paths?: ScalePaths): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const { asked, actual, selector } = paths ? scaleAt(object, paths) : scaleIn(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), uid, resourceVersion, creationTimestamp },
    spec: asked ? { replicas: asked } : {},
    status: { replicas: actual, ...(selector === '' ? {} : { selector }) },
  };
}

interface ScaleParts {
  readonly asked: number;
  readonly actual: number;
  /** As text; empty for none. */
  readonly selector: string;
}

function scaleIn(object: KubeObject): ScaleParts {
  const spec = (object.spec ?? {}) as Scalable;
  const { replicas = 0 } = (object.status ?? {}) as Scalable;
  return { asked: spec.replicas ?? 0, actual: replicas, selector: selectorText(object) };
}

/** Returns the parts of an object's scale. A value of another type than it should have counts as absent; validation refuses to write it. */
function scaleAt(object: KubeObject, { specReplicas, statusReplicas, labelSelector }: ScalePaths): ScaleParts {
  const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const selector = labelSelector && valueAt(object, labelSelector);
  return {
    asked: count(valueAt(object, specReplicas)),
    actual: count(valueAt(object, statusReplicas)),
    selector: typeof selector === 'string' ? selector : '',
  };
}

/** 404 of an object that is asked for its scale: servers before 1.22 name the subresource, in the group that its Scale is of. */
export function scaleNotFound(kind: KindInfo, name: string, release: ReleaseName | undefined): ApiError {
  if (!isUpTo(release, '1.20') || kind.isCustom) return notFound(kind, name);
  const { group, resource } = kind;
  return notFound({ group: group === '' ? 'autoscaling' : group, resource: `${resource}/scale` }, name);
}

/**
 * The object with the size that a Scale asks for. Its uid and resourceVersion are preconditions (409); a size that is
 * left out is 0, as everywhere in this type.
 */
export function withScale(kind: KindInfo, object: KubeObject, scale: unknown): KubeObject | ApiError {
  const { kind: givenKind, apiVersion } = (scale ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if ((!givenKind || givenKind === 'Scale') && apiVersion && apiVersion !== 'autoscaling/v1') {
    const problem = `does not match the expected API version (autoscaling/v1)`;
    return badRequest(`the API version in the data (${String(apiVersion)}) ${problem}`);
  }
  if (givenKind && givenKind !== 'Scale') {
    return badRequest(`expected autoscaling/v1, Kind=Scale, got ${String(apiVersion)}, Kind=${String(givenKind)}`);
  }
  const verdict = decodeStruct(structOfBody('autoscaling/v1', 'Scale')!, scale);
  if (!verdict.ok) return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${verdict.error}`);
  if (verdict.unstorable.length > 0) return invalid(SCALE, object.metadata.name, verdict.unstorable);
  const { metadata = {}, spec = {} } = verdict.value as { metadata?: Partial<KubeObject['metadata']>; spec?: Scalable };
  const { name, uid, resourceVersion } = object.metadata;
  if (metadata.uid && metadata.uid !== uid) {
    const detail = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${uid}`;
    return conflict(kind, name, detail);
  }
  if (isVersionGiven(metadata.resourceVersion) && metadata.resourceVersion !== resourceVersion)
    return conflict(kind, name);
  const { replicas = 0 } = spec;
  // Custom objects have rules of their own for the field, of the schema and of the subresource.
  if (replicas < 0 && !kind.isCustom) {
    return invalid(SCALE, name, [invalidField('spec.replicas', replicas, 'must be greater than or equal to 0')]);
  }
  return withReplicas(kind, object, replicas);
}

/** The configuration of an object that says no more than the size of a Scale; 400 for a body that is not a Scale. */
export function appliedScale(kind: KindInfo, scale: unknown): KubeObject | ApiError {
  const { apiVersion, kind: givenKind, metadata, spec } = (scale ?? {}) as Partial<KubeObject>;
  if (apiVersion !== 'autoscaling/v1' || givenKind !== 'Scale') {
    return badRequest(`invalid object type: ${String(apiVersion)}, Kind=${String(givenKind)}`);
  }
  const { replicas } = (spec ?? {}) as Scalable;
  const config = { apiVersion: kind.storageApiVersion, kind: kind.kind, metadata: metadata ?? {} } as KubeObject;
  return replicas === undefined ? config : withReplicas(kind, config, replicas);
}

/** The object with this size. */
export function withReplicas({ scalePaths }: KindInfo, object: KubeObject, replicas: number): KubeObject {
  return withValueAt(object, scalePaths?.specReplicas ?? ['spec', 'replicas'], replicas) as KubeObject;
}

function withValueAt(object: unknown, [field, ...below]: readonly string[], value: unknown): unknown {
  if (field === undefined) return value;
  const fields = typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {};
  return { ...fields, [field]: withValueAt(fields[field], below, value) };
}

/** The selector in the text that a Scale has; undefined for none, or for a text that is none. */
export function selectorOfScale(text: string): LabelSelector | undefined {
  const verdict = text === '' ? undefined : parseLabelSelector(text);
  if (!verdict?.ok) return undefined;
  const matchExpressions = verdict.requirements.map(({ key, operator, values }) => {
    return { key, operator: OBJECT_OPERATORS[operator] ?? operator, values: [...values] };
  });
  return { matchExpressions };
}

/** Operators of an object's selector for those of a selector's text; the others have none. */
const OBJECT_OPERATORS: Readonly<Record<string, string>> = {
  [LabelOperator.Equals]: 'In',
  [LabelOperator.DoubleEquals]: 'In',
  [LabelOperator.In]: 'In',
  [LabelOperator.NotEquals]: 'NotIn',
  [LabelOperator.NotIn]: 'NotIn',
  [LabelOperator.Exists]: 'Exists',
  [LabelOperator.DoesNotExist]: 'DoesNotExist',
};

function podSelectorOf({ kind, spec }: KubeObject): LabelSelector | undefined {
  const { selector } = (spec ?? {}) as Scalable;
  if (kind !== 'ReplicationController' || !selector) return selector as LabelSelector | undefined;
  return { matchLabels: selector as Record<string, string> };
}

function selectorText(object: KubeObject): string {
  return formatRequirements(labelSelectorRequirements(podSelectorOf(object)) ?? []);
}
