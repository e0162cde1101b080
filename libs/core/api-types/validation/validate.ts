import type { FieldError } from '../errors/field-error';
import type { KindInfo, PartRules } from '../kinds/kind-info';
import type { ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';
import { validateMetadata, validateMetadataUpdate } from './metadata';

/**
 * Returns the errors of a new object, in field order. Defaults and admission come first. The object has the storage version;
 * `requestVersion` is the version in which it was sent, the storage version if left out; `release` that of the cluster.
 */
export function validateCreate(
  kind: KindInfo,
  object: KubeObject,
  requestVersion?: string,
  release?: ReleaseName,
): FieldError[] {
  return [...validateMetadata(kind, object.metadata, release), ...(kind.validate?.(object, requestVersion) ?? [])];
}

/** Returns the errors of a changed object and of the change itself; versions as in {@link validateCreate}. */
export function validateUpdate(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  { apiVersion, release }: RequestOrigin = {},
): FieldError[] {
  const { validate, validateUpdate: ofChange = (object) => validate?.(object, apiVersion) ?? [] } = kind;
  return [...metadataErrors(kind, next, old, release), ...ofChange(next, old, apiVersion, release)];
}

/** Origin of a change: its version, and the release of the cluster. */
export interface RequestOrigin {
  readonly apiVersion?: string;
  readonly release?: ReleaseName;
}

/** Returns the errors of a written status. */
export function validateStatusUpdate(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  { apiVersion, release }: RequestOrigin = {},
): FieldError[] {
  return [
    ...metadataErrors(kind, next, old, release),
    ...(kind.validateStatus?.(next, old, apiVersion, release) ?? []),
  ];
}

/** Returns the errors of an object whose part was changed through the subresource of that part. */
export function validatePartUpdate(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  { validate, apiVersion, release }: PartRules & RequestOrigin,
): FieldError[] {
  return [...metadataErrors(kind, next, old, release), ...validate(next, old, apiVersion, release)];
}

function metadataErrors(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  release: ReleaseName | undefined,
): FieldError[] {
  return [...validateMetadata(kind, next.metadata, release), ...validateMetadataUpdate(next.metadata, old.metadata)];
}
