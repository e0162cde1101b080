import {
  badRequest,
  decodeStruct,
  invalid,
  refuseForeignType,
  structOfBody,
  type ReleaseName,
  type VersionedKind,
} from '@orrery/api-types';

type Json = Record<string, unknown>;

/** A body, or a part of one, that must be an object; throws 400. */
export function recordIn(body: unknown): Json {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json;
  throw badRequest('the body of the request must be an object');
}

/**
 * Reads the body of a request that is not about an object of its own, such as a Binding: the kind must fit if there is
 * one, types must fit, unknown fields are dropped. Throws 400, and 422 for texts that no store takes.
 */
export function decodeAs(
  type: VersionedKind & { readonly laterVersions?: readonly string[] },
  body: Json,
  release?: ReleaseName,
): Json {
  const { apiVersion, kind } = type;
  const refusal = refuseForeignType(type, body, release);
  if (refusal) throw refusal;
  const struct = structOfBody(apiVersion, kind);
  if (!struct) throw new TypeError(`kind ${kind} has no struct`);
  const verdict = decodeStruct(struct, body);
  if (!verdict.ok) throw badRequest(`the body cannot be handled as a ${kind}: ${verdict.error}`);
  if (verdict.unstorable.length > 0) throw invalid({ group: '', kind }, '', verdict.unstorable);
  return verdict.value;
}
