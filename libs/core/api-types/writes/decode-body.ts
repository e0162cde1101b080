import { UndecodableError, UnknownFieldsError, type ApiError } from '../errors/api-error';
import { badRequest, invalid } from '../errors/api-errors';
import { invalidField } from '../errors/field-error';
import { convert } from '../kinds/convert';
import type { VersionedKind } from '../kinds/body-kinds';
import { internalType } from '../kinds/internal-type';
import { groupOf, versionOf, type KindInfo } from '../kinds/kind-info';
import { kindByGvk } from '../kinds/registry';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';
import { isShared } from '../pods/shared-specs';
import { otherName, otherNamespace, otherNamespaceOfObject } from './identity-errors';
import { decodeStruct, type DecodeVerdict } from '../structure/decode';
import { hiddenFields, withoutUnknownFields } from '../structure/later-fields';
import { structIn } from '../structure/struct-table';
import { structOfKind, type Struct } from '../structure/struct-types';

/** Treatment of fields that the API does not know. */
export const FieldValidation = { Strict: 'Strict', Warn: 'Warn', Ignore: 'Ignore' } as const;
export type FieldValidation = (typeof FieldValidation)[keyof typeof FieldValidation];

/** Address to which a body was sent, and the strictness with which it is read. */
export interface BodyTarget {
  /** Of the URL; the storage version if left out. */
  readonly apiVersion?: string;
  /** Of the URL; empty or absent for cluster-scoped kinds. */
  readonly namespace?: string;
  /** Of the URL; absent on POST. */
  readonly name?: string;
  /** Of the cluster: fields that it does not have are dropped. The newest if left out. */
  readonly release?: ReleaseName;
  /** Warn if left out. */
  readonly fieldValidation?: FieldValidation;
}

/** A body in the storage version; metadata exists, but nothing is filled yet. */
export interface DecodedBody {
  readonly object: KubeObject;
  /** Texts for `Warning` headers, such as `unknown field "spec.foo"`. */
  readonly warnings: readonly string[];
}

/**
 * Reads the body of a write: apiVersion and kind must fit the URL, or are taken from it; types must fit; namespace and
 * name must agree with the URL. Refuses with 400, and with 422 texts that no store takes. The answer shares nothing with the input but the spec of a pod that is shared already.
 */
export function decodeBody(kind: KindInfo, input: unknown, target: BodyTarget): DecodedBody | ApiError {
  const apiVersion = target.apiVersion ?? kind.storageApiVersion;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return badRequest(`${cannotHandle(kind.kind, apiVersion, kind.kind)}: the body must be an object`);
  }
  const body = input as KubeObject;
  const identityProblem = checkIdentity(kind, body, apiVersion, target);
  if (identityProblem) return identityProblem;
  const stored = convert({ ...body, apiVersion, kind: kind.kind }, kind.storageApiVersion);
  const hidden = apiVersion === kind.storageApiVersion ? [] : (kind.validateBody?.(body, apiVersion) ?? []);
  if (hidden.length > 0) return invalid(kind, nameIn(body) ?? target.name ?? '', hidden);
  const struct = structOfKind(kind);
  if (!struct) return badRequest(`${cannotHandle(kind.kind, apiVersion, kind.kind)}: no such kind is stored`);
  const verdict = decodeKnown(struct, kind, stored, target.release);
  if (!verdict.ok) return new UndecodableError(cannotHandle(kind.kind, apiVersion, kind.kind), verdict.error);
  if (verdict.unstorable.length > 0) {
    const { name } = (verdict.value['metadata'] ?? {}) as { readonly name?: string };
    return invalid(kind, target.name ?? name ?? '', verdict.unstorable);
  }
  const texts = verdict.unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`);
  // Servers say what they do not know since 1.25.
  const asked = isUpTo(target.release, '1.20') ? FieldValidation.Ignore : target.fieldValidation;
  const mode = asked ?? FieldValidation.Warn;
  if (mode === FieldValidation.Strict && texts.length > 0) {
    const message = `${cannotHandle(kind.kind, apiVersion, kind.kind)}: strict decoding error: ${texts.join(', ')}`;
    return new UnknownFieldsError(message, verdict.unknownFields);
  }
  const value = verdict.value as KubeObject;
  const { metadata = {} as KubeObject['metadata'] } = value;
  const object: KubeObject = { ...value, apiVersion: kind.storageApiVersion, kind: kind.kind, metadata };
  return fitToUrl(kind, object, target) ?? { object, warnings: mode === FieldValidation.Warn ? texts : [] };
}

/** The name in a body that is not decoded. */
function nameIn({ metadata }: KubeObject): string | undefined {
  const name: unknown = typeof metadata === 'object' ? (metadata as { name?: unknown } | null)?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The spec of a pod that is shared was read when it was stored first, with a template or another pod: it stays. */
function decodeKnown(
  struct: Struct,
  kind: KindInfo,
  stored: KubeObject,
  release: ReleaseName | undefined,
): DecodeVerdict {
  const hidden = kind.isCustom ? undefined : hiddenFields(release);
  const { spec } = stored;
  if (kind.kind !== 'Pod' || kind.group !== '' || typeof spec !== 'object' || spec === null || !isShared(spec)) {
    return decodeStruct(struct, stored, hidden);
  }
  const verdict = decodeStruct(struct, { ...stored, spec: {} }, hidden);
  if (!verdict.ok) return verdict;
  const value = withoutUnknownFields(kind, { ...verdict.value, spec }, release);
  return { ...verdict, value };
}

function checkIdentity(kind: KindInfo, body: KubeObject, apiVersion: string, target: BodyTarget): ApiError | undefined {
  for (const field of ['apiVersion', 'kind'] as const) {
    const given: unknown = body[field];
    if (given !== undefined && given !== null && typeof given !== 'string') {
      return badRequest(`couldn't get version/kind; json parse error: ${field} must be a string`);
    }
  }
  if (typeof body.kind === 'string' && body.kind !== '' && body.kind !== kind.kind) {
    if (kind.isCustom) {
      const error = invalidField('kind', body.kind, `must be ${kind.kind}`);
      return invalid({ group: kind.group, kind: body.kind }, target.name ?? body.metadata?.name ?? '', [error]);
    }
    const bodyVersion = typeof body.apiVersion === 'string' && body.apiVersion !== '' ? body.apiVersion : apiVersion;
    if (!isRegistered(bodyVersion, body.kind)) return notRegistered(kind, [body.kind, bodyVersion], target.release);
    return otherType(kind.kind, apiVersion, [body.kind, bodyVersion]);
  }
  if (typeof body.apiVersion === 'string' && body.apiVersion !== '' && body.apiVersion !== apiVersion) {
    if (!kind.isCustom && !isRegistered(body.apiVersion, kind.kind)) {
      return notRegistered(kind, [kind.kind, body.apiVersion], target.release);
    }
    return new UndecodableError(
      '',
      `the API version in the data (${body.apiVersion}) does not match the expected API version (${apiVersion})`,
    );
  }
  return undefined;
}

/** Packages of kube-apiserver with the types that it can read: its errors name the place, older ones with its package. */
const SCHEME = 'pkg/api/legacyscheme/scheme.go:30';

function schemeOf(release: ReleaseName | undefined): string {
  return isUpTo(release, '1.20') ? `k8s.io/kubernetes/${SCHEME}` : SCHEME;
}

/**
 * The refusal of a body whose type is not the one that a request takes, for requests that are about no stored object;
 * undefined where it fits. `laterVersions` are those of the type that older releases do not know yet.
 */
export function refuseForeignType(
  { apiVersion, kind, laterVersions = [] }: VersionedKind & { readonly laterVersions?: readonly string[] },
  body: { readonly apiVersion?: unknown; readonly kind?: unknown },
  release?: ReleaseName,
): ApiError | undefined {
  const bodyKind = typeof body.kind === 'string' && body.kind !== '' ? body.kind : kind;
  const bodyVersion = typeof body.apiVersion === 'string' && body.apiVersion !== '' ? body.apiVersion : apiVersion;
  if (bodyKind === kind) {
    // A body that says nothing is read in the version that the release has.
    const isLater = isUpTo(release, '1.20') && laterVersions.some((version) => version === body.apiVersion);
    return isLater ? notRegistered({ kind }, [bodyKind, bodyVersion], release) : undefined;
  }
  if (!isRegistered(bodyVersion, bodyKind)) return notRegistered({ kind }, [bodyKind, bodyVersion], release);
  return otherType(kind, apiVersion, [bodyKind, bodyVersion]);
}

function otherType(
  kind: string,
  apiVersion: string,
  [bodyKind, bodyVersion]: readonly [string, string],
): UndecodableError {
  const [from, to] = [`${versionOf(bodyVersion)}.${bodyKind}`, internalType(apiVersion, kind)];
  const problem = `converting (${from}) to (${to}): unknown conversion`;
  return new UndecodableError(cannotHandle(bodyKind, bodyVersion, kind), problem);
}

function notRegistered(
  kind: Pick<KindInfo, 'kind'>,
  [bodyKind, bodyVersion]: readonly [string, string],
  release: ReleaseName | undefined,
): ApiError {
  const problem = `no kind ${JSON.stringify(bodyKind)} is registered for version ${JSON.stringify(bodyVersion)}`;
  const subject = cannotHandle(bodyKind, bodyVersion, kind.kind);
  return new UndecodableError(subject, `${problem} in scheme ${JSON.stringify(schemeOf(release))}`);
}

/** Returns whether the release has a type of this name, also one that it no longer serves, or of lists. */
function isRegistered(apiVersion: string, kind: string): boolean {
  const known = kindByGvk(apiVersion, kind) ?? kindByGvk(apiVersion, kind.replace(/List$/, ''));
  const isFormer = /\/v\d+(alpha|beta)\d+$/.test(apiVersion) && structIn(groupOf(apiVersion), kind) !== undefined;
  return known !== undefined || isFormer || structIn('*', kind) !== undefined;
}

function fitToUrl(kind: KindInfo, object: KubeObject, target: BodyTarget): ApiError | undefined {
  const { metadata } = object;
  if (kind.namespaced && target.namespace) {
    if (metadata.namespace && metadata.namespace !== target.namespace) {
      return isUpTo(target.release, '1.20') && target.name !== undefined
        ? otherNamespaceOfObject(metadata.namespace, target.namespace)
        : otherNamespace();
    }
    metadata.namespace = target.namespace;
  }
  // What is in no namespace loses one that clients send (`EnsureObjectNamespaceMatchesRequestNamespace` upstream).
  if (!kind.namespaced) delete metadata.namespace;
  if (target.name === undefined) return undefined;
  if (metadata.name && metadata.name !== target.name) return otherName(metadata.name, target.name);
  metadata.name = target.name;
  return undefined;
}

function cannotHandle(bodyKind: string, apiVersion: string, kind: string): string {
  return `${bodyKind} in version ${JSON.stringify(versionOf(apiVersion))} cannot be handled as a ${kind}`;
}
