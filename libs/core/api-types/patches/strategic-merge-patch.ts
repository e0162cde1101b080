import { badRequest } from '../errors/api-errors';
import type { KindInfo } from '../kinds/kind-info';
import { jsonText } from '../numbers/json-text';
import { setOwn } from '../structure/own-field';
import { structOfKind, type Struct } from '../structure/struct-types';
import { orderElements } from './element-order';
import type { PatchVerdict } from './json-patch';
import { listStrategy, patchStrategyOf, structOfValue } from './merge-keys';
import { isRecord } from '../structure/is-record';

type Json = Record<string, unknown>;

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const ORDER_PREFIX = '$setElementOrder/';
const DELETE_PREFIX = '$deleteFromPrimitiveList/';

/**
 * A strategic merge patch: maps merge, null deletes, lists merge by their key where the kind says so and are replaced
 * elsewhere; directives as in apimachinery `pkg/util/strategicpatch`. A patch that makes no sense is 400.
 */
export function applyStrategicMergePatch(kind: KindInfo, target: unknown, patch: unknown): PatchVerdict {
  if (!isRecord(patch)) return { ok: false, error: badRequest('error decoding patch: the body must be an object') };
  try {
    return { ok: true, value: mergeMaps(isRecord(target) ? target : {}, patch, structOfKind(kind)) };
  } catch (error) {
    if (error instanceof PatchProblem) return { ok: false, error: badRequest(error.message) };
    throw error;
  }
}

/** Unwinds the descent; never leaves this file. */
class PatchProblem extends Error {}

function mergeMaps(original: Json, patch: Json, struct: Struct | undefined): Json {
  switch (patch[DIRECTIVE]) {
    case undefined:
    case 'merge':
      break;
    case 'replace':
      return withoutDirectives(patch) as Json;
    case 'delete':
      return {};
    default:
      throw new PatchProblem(`Unknown patch type found: ${String(patch[DIRECTIVE])}`);
  }
  const merged = retainKeys(original, patch);
  for (const [key, value] of Object.entries(patch)) {
    if (key === DIRECTIVE || key === RETAIN_KEYS) continue;
    if (key.startsWith(DELETE_PREFIX)) deleteFromList(merged, key.slice(DELETE_PREFIX.length), value);
    else if (key.startsWith(ORDER_PREFIX)) {
      const field = key.slice(ORDER_PREFIX.length);
      // With a list in the patch its own merge takes care of the order.
      if (!Array.isArray(patch[field])) reorder(merged, field, value, struct);
    } else mergeField(merged, key, value, patch, struct);
  }
  return merged;
}

function mergeField(merged: Json, key: string, value: unknown, patch: Json, struct: Struct | undefined): void {
  if (value === null) {
    delete merged[key];
    return;
  }
  const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
  if (isRecord(value)) {
    const isReplaced = patchStrategyOf(struct, key) === 'replace';
    const replacement = isReplaced ? withoutDirectives(value) : undefined;
    setOwn(merged, key, replacement ?? mergeMaps(isRecord(before) ? before : {}, value, structOfValue(struct, key)));
  } else if (Array.isArray(value)) {
    const order = patch[`${ORDER_PREFIX}${key}`];
    setOwn(merged, key, mergeLists(Array.isArray(before) ? before : [], value, order, { struct, key }));
  } else setOwn(merged, key, value);
}

/** Keys that `$retainKeys` does not name go; the patch may not set others either. */
function retainKeys(original: Json, patch: Json): Json {
  const kept = patch[RETAIN_KEYS];
  const merged: Json = {};
  if (kept !== undefined && !Array.isArray(kept)) throw new PatchProblem('expecting a list of keys in $retainKeys');
  for (const [key, value] of Object.entries(original)) {
    if (!kept || kept.includes(key)) setOwn(merged, key, value);
  }
  if (kept) {
    const stray = Object.keys(patch).find((key) => !key.startsWith('$') && patch[key] !== null && !kept.includes(key));
    if (stray !== undefined) throw new PatchProblem("patch doesn't match the $retainKeys list");
  }
  return merged;
}

interface Place {
  readonly struct: Struct | undefined;
  readonly key: string;
}

function mergeLists(original: readonly unknown[], patch: readonly unknown[], order: unknown, place: Place): unknown[] {
  const strategy = listStrategy(place.struct, place.key);
  if (!strategy) return patch.map(withoutDirectives);
  const merged =
    strategy === 'set'
      ? [...new Set([...original, ...patch])]
      : mergeByKey(original, patch, strategy.mergeKey, structOfValue(place.struct, place.key));
  if (!Array.isArray(order)) return merged;
  return orderList(merged, original, order, strategy);
}

function mergeByKey(
  original: readonly unknown[],
  patch: readonly unknown[],
  mergeKey: string,
  struct: Struct | undefined,
): unknown[] {
  const items = patch.map((item) => asItem(item));
  if (items.some((item) => item[DIRECTIVE] === 'replace')) {
    return items.filter((item) => item[DIRECTIVE] !== 'replace' || Object.keys(item).length > 1).map(withoutDirectives);
  }
  const merged = [...original];
  for (const item of items) {
    if (!Object.hasOwn(item, mergeKey))
      throw new PatchProblem(`map: ${jsonText(item)} does not contain declared merge key: ${mergeKey}`);
    const at = merged.findIndex((other) => isRecord(other) && other[mergeKey] === item[mergeKey]);
    if (item[DIRECTIVE] === 'delete') {
      for (let i = merged.length - 1; i >= 0; i--) {
        if ((merged[i] as Json | undefined)?.[mergeKey] === item[mergeKey]) merged.splice(i, 1);
      }
    } else if (at < 0) merged.push(mergeMaps({}, item, struct));
    else merged[at] = mergeMaps(merged[at] as Json, item, struct);
  }
  return merged;
}

function asItem(item: unknown): Json {
  if (isRecord(item)) return item;
  throw new PatchProblem('expecting objects in a list that merges by key');
}

function deleteFromList(merged: Json, field: string, values: unknown): void {
  if (!Array.isArray(values)) throw new PatchProblem(`expecting a list in ${DELETE_PREFIX}${field}`);
  const list = merged[field];
  if (Array.isArray(list)) merged[field] = list.filter((item) => !values.includes(item));
}

function reorder(merged: Json, field: string, order: unknown, struct: Struct | undefined): void {
  const list = merged[field];
  const strategy = listStrategy(struct, field);
  if (Array.isArray(list) && Array.isArray(order) && strategy) merged[field] = orderList(list, list, order, strategy);
}

function orderList(
  merged: readonly unknown[],
  original: readonly unknown[],
  order: readonly unknown[],
  strategy: NonNullable<ReturnType<typeof listStrategy>>,
): unknown[] {
  const identify = (item: unknown): unknown => (strategy !== 'set' && isRecord(item) ? item[strategy.mergeKey] : item);
  return orderElements(merged, original, order.map(identify), identify);
}

/** What is added as a whole carries no directives and no nulls. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !(isRecord(item) && item[DIRECTIVE] === 'delete')).map(withoutDirectives);
  }
  if (!isRecord(value)) return value;
  const kept: Json = {};
  for (const [key, part] of Object.entries(value)) {
    const isDirective =
      key === DIRECTIVE || key === RETAIN_KEYS || key.startsWith(ORDER_PREFIX) || key.startsWith(DELETE_PREFIX);
    if (part !== null && !isDirective) setOwn(kept, key, withoutDirectives(part));
  }
  return kept;
}
