import { jsonText } from '../numbers/json-text';
import { isOwnedAsWhole, rulesOf } from '../structure/list-rules';
import type { Struct } from '../structure/struct-table';

/** Ownership of a list: one item each by keys, one value each, or as a whole. */
export type ListType = { readonly keys: readonly string[] } | 'set' | 'atomic';

/** Key fields that a client may leave out. */
const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: 'TCP' };

/** Returns the value of a key field that a client leaves out. */
export function defaultOfKey(key: string): unknown {
  return KEY_DEFAULTS[key];
}

/** Lists that 1.20 owns in another way than today, by its OpenAPI document. */
const ONCE: Readonly<Record<string, ListType>> = {
  'V1CustomResourceDefinitionStatus.conditions': 'atomic',
  'V1EphemeralContainer.ports': 'atomic',
  'V1JobStatus.conditions': { keys: ['type'] },
  'autoscaling.v2beta1.HorizontalPodAutoscalerStatus.conditions': 'atomic',
  'autoscaling.v2beta2.HorizontalPodAutoscalerStatus.conditions': 'atomic',
};

/** Returns the ownership of the list in a field; lists without a rule are owned as a whole. */
export function listTypeOf(struct: Struct, field: string, areStructsWhole = true): ListType {
  const once = areStructsWhole ? undefined : ONCE[`${struct.name}.${field}`];
  return once ?? rulesOf(struct.name, field)?.owned ?? 'atomic';
}

/** Returns whether a struct is owned as a whole. */
export function isAtomicStruct(struct: Struct): boolean {
  return isOwnedAsWhole(struct.name);
}

const LABEL_SELECTOR = 'V1LabelSelector';

/** Returns whether a struct has one owner, in a release that marks all such structs or, as 1.20, label selectors alone. */
export function isOneStruct(struct: Struct, areStructsWhole: boolean): boolean {
  return isAtomicStruct(struct) && (areStructsWhole || struct.name === LABEL_SELECTOR);
}

/** Returns whether the map in a field is owned as a whole. */
export function isAtomicMap(struct: Struct, field: string): boolean {
  return rulesOf(struct.name, field)?.owned === 'atomic';
}

/** `k:{"name":"c"}`: the path element of an item in a list with keys. Keys are sorted; missing ones have their default. */
export function itemElement(keys: readonly string[], item: Readonly<Record<string, unknown>>): string {
  if (keys.length === 1) return `k:{"${keys[0]!}":${jsonText(item[keys[0]!] ?? KEY_DEFAULTS[keys[0]!] ?? null)}}`;
  const parts = [...keys].sort().map((key) => `"${key}":${jsonText(item[key] ?? KEY_DEFAULTS[key] ?? null)}`);
  return `k:{${parts.join(',')}}`;
}
