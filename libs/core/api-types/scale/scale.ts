import { type ApiError } from '../errors/api-error';
import { badRequest, conflict, invalid } from '../errors/api-errors';
import { invalidField } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject, LabelSelector } from '../objects';
import { formatRequirements } from '../selectors/label-requirement';
import { labelSelectorRequirements } from '../selectors/label-selector';
import { decodeStruct } from '../structure/decode';
import { structOfBody } from '../structure/struct-types';
import { isVersionGiven } from '../writes/prepare-update';

const SCALE = { group: 'autoscaling', kind: 'Scale' };

interface Scalable {
  readonly replicas?: number;
  readonly selector?: LabelSelector | Readonly<Record<string, string>>;
}

/** Whether the number of pods of a kind can be read and set alone, as `autoscaling/v1 Scale` (spec api A9). */
export function isScalable(kind: KindInfo): boolean {
  return kind.subresources.some(({ name }) => name === 'scale');
}

/** The object as its `/scale` shows it. */
export function scaleOf(object: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const spec = (object.spec ?? {}) as Scalable;
  const { replicas = 0 } = (object.status ?? {}) as Scalable;
  const selector = selectorText(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), uid, resourceVersion, creationTimestamp },
    spec: spec.replicas ? { replicas: spec.replicas } : {},
    status: { replicas, ...(selector === '' ? {} : { selector }) },
  };
}

/**
 * The object with the size that a Scale asks for. Its uid and resourceVersion are preconditions (409); a size that is
 * left out is 0, as everywhere in this type.
 */
export function withScale(kind: KindInfo, object: KubeObject, scale: unknown): KubeObject | ApiError {
  const { kind: said, apiVersion } = (scale ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if ((said && said !== 'Scale') || (apiVersion && apiVersion !== 'autoscaling/v1')) {
    return badRequest(`expected autoscaling/v1, Kind=Scale, got ${String(apiVersion)}, Kind=${String(said)}`);
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
  if (replicas < 0) {
    return invalid(SCALE, name, [invalidField('spec.replicas', replicas, 'must be greater than or equal to 0')]);
  }
  return { ...object, spec: { ...(object.spec as object), replicas } };
}

/** The selector of the pods of a scalable object; that of a ReplicationController is a map of labels. */
export function podSelectorOf({ kind, spec }: KubeObject): LabelSelector | undefined {
  const { selector } = (spec ?? {}) as Scalable;
  if (kind !== 'ReplicationController' || !selector) return selector as LabelSelector | undefined;
  return { matchLabels: selector as Record<string, string> };
}

function selectorText(object: KubeObject): string {
  return formatRequirements(labelSelectorRequirements(podSelectorOf(object)) ?? []);
}
