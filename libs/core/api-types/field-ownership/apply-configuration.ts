import { ApiError } from '../errors/api-error';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject } from '../objects';
import type { Struct, ValueType } from '../structure/struct-table';
import { structOfKind } from '../structure/struct-types';
import { decodeBody } from '../writes/decode-body';
import { isAtomicMap, isAtomicStruct, listTypeOf } from './list-types';
import { mergeConfig } from './merge-config';

type Json = Record<string, unknown>;

/**
 * The object with a configuration laid over it that belongs to no manager (`ApplyStructuredMergeDiff` of mutating policies
 * upstream). The configuration has a version of its own; the object is as the kind has it. Parts that are owned as a whole are refused: all that the configuration does not name would go. A text says
 * what is wrong with the configuration.
 */
export function applyConfiguration(
  kind: KindInfo,
  live: KubeObject,
  config: object,
  apiVersion: string,
): KubeObject | string {
  const { metadata } = live;
  const struct = structOfKind(kind);
  if (!struct) return 'type converter must not be nil';
  // The metadata that identify an object are never those of the configuration.
  const body = decodeBody(kind, { ...config, apiVersion, kind: kind.kind }, { apiVersion });
  if (body instanceof ApiError) return `failed to convert patch object to typed object: ${body.message}`;
  const [unknown] = body.warnings;
  if (unknown !== undefined) {
    const field = /^unknown field "(.*)"$/.exec(unknown)?.[1] ?? '';
    return `failed to convert patch object to typed object: .${field}: field not declared in schema`;
  }
  const { metadata: changed, apiVersion: _version, kind: _kind, ...rest } = body.object;
  const given: Json = { ...rest, ...((config as Json)['metadata'] ? { metadata: changed } : {}) };
  const atomics = atomicsIn({ is: 'struct', struct }, undefined, given, '');
  if (atomics.length > 0) {
    return `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`;
  }
  const merged = mergeConfig(struct, live, given) as KubeObject;
  return { ...merged, metadata: { ...merged.metadata, name: metadata.name } };
}

interface Place {
  readonly struct: Struct;
  readonly field: string;
}

/** Returns the paths of the values that are owned as a whole (`findAtomics` upstream). */
function atomicsIn(type: ValueType, place: Place | undefined, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (type.is === 'struct') {
    const own = isAtomicStruct(type.struct) ? [path] : [];
    const { struct } = type;
    const below = Object.entries(value).flatMap(([field, part]) => {
      const ofField = struct.typeOf(field);
      return ofField ? atomicsIn(ofField, { struct, field }, part, `${path}.${field}`) : [];
    });
    return [...own, ...below];
  }
  if (!place) return [];
  if (type.is === '{') return isAtomicMap(place.struct, place.field) ? [path] : [];
  if (type.is !== '[' || !Array.isArray(value)) return [];
  const own = listTypeOf(place.struct, place.field) === 'atomic' ? [path] : [];
  return [...own, ...value.flatMap((item, i) => atomicsIn(type.item, place, item, `${path}[${i}]`))];
}
