import { badRequest, unprocessable } from '../errors/api-errors';
import type { KindInfo } from '../kinds/kind-info';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import { isRecord } from '../structure/is-record';
import { setOwn } from '../structure/own-field';
import { structOfKind, type Struct } from '../structure/struct-types';
import { goText } from './go-text';
import type { PatchVerdict } from './json-patch';
import { listStrategy, patchStrategyOf, structOfValue } from './merge-keys';
import {
  Directive,
  isDirective,
  PatchProblem,
  PatchRefusal,
  refuse,
  type Json,
  withoutDirectives,
} from './patch-directives';
import { checkAgainstOrder, enforceOrder, mergeLists, type ListPlace } from './strategic-lists';

/**
 * A strategic merge patch: maps merge, null deletes, lists merge by their key where the kind says so and are replaced
 * elsewhere; directives, and the order of lists, as in apimachinery `pkg/util/strategicpatch`. A patch that makes no sense
 * is refused with the words and the code of apiserver (`interpretStrategicMergePatchError`).
 */
export function applyStrategicMergePatch(
  kind: KindInfo,
  target: unknown,
  patch: unknown,
  release?: ReleaseName,
): PatchVerdict {
  if (!isRecord(patch)) return { ok: false, error: badRequest('error decoding patch: the body must be an object') };
  try {
    return {
      ok: true,
      value: mergeMaps(isRecord(target) ? target : {}, patch, { struct: structOfKind(kind), release }),
    };
  } catch (error) {
    if (!(error instanceof PatchRefusal)) throw error;
    const refused = error.problem === PatchProblem.Content ? unprocessable(error.message) : badRequest(error.message);
    return { ok: false, error: refused };
  }
}

/** The struct of a value that is merged, and the release whose rules hold. */
interface Merging {
  readonly struct: Struct | undefined;
  readonly release: ReleaseName | undefined;
}

function mergeMaps(original: Json, patch: Json, merging: Merging): Json {
  switch (patch[Directive.Patch]) {
    case undefined:
      break;
    case 'replace': {
      const { [Directive.Patch]: _directive, ...rest } = patch;
      return rest;
    }
    case 'delete':
      return {};
    default:
      throw refuse(`unknown patch type: ${goText(patch[Directive.Patch])} in map: ${goText(patch)}`);
  }
  const merged = retainKeys(original, patch);
  const ordered = mergeOrderedLists(merged, patch, merging);
  for (const [key, value] of Object.entries(patch)) {
    if (key === Directive.RetainKeys || key.startsWith(Directive.SetOrder) || ordered.has(key)) continue;
    if (key.startsWith(Directive.DeleteFromList)) deleteFromList(merged, key, value);
    else mergeField(merged, key, value, merging);
  }
  return merged;
}

function mergeField(merged: Json, key: string, value: unknown, merging: Merging): void {
  const { struct, release } = merging;
  if (value === null) {
    delete merged[key];
    return;
  }
  const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
  // A field that is new, or of another type, is taken as it is.
  if (isRecord(value) && isRecord(before)) {
    const isReplaced = patchStrategyOf(struct, key) === 'replace';
    const next = isReplaced
      ? withoutDirectives(value)
      : mergeMaps(before, value, { struct: structOfValue(struct, key), release });
    setOwn(merged, key, next);
  } else if (Array.isArray(value) && Array.isArray(before)) {
    setOwn(merged, key, mergeLists(before, value, placeOf(merging, key)));
    // Servers before 1.22 look for directives in what is merged alone.
  } else setOwn(merged, key, isUpTo(release, '1.20') ? value : withoutDirectives(value));
}

function placeOf({ struct, release }: Merging, key: string): ListPlace {
  const item = structOfValue(struct, key);
  const mergeItems = (original: Json, patch: Json): Json => mergeMaps(original, patch, { struct: item, release });
  return { strategy: listStrategy(struct, key), mergeItems };
}

/** Merges the lists whose order the patch gives, and brings them into it. Returns the names of the fields. */
function mergeOrderedLists(merged: Json, patch: Json, merging: Merging): ReadonlySet<string> {
  const done = new Set<string>();
  for (const [directive, order] of Object.entries(patch)) {
    if (!directive.startsWith(Directive.SetOrder)) continue;
    if (!Array.isArray(order)) throw refuse(`expected a []interface {}, but received a ${goType(order)}`);
    const field = directive.slice(Directive.SetOrder.length);
    const [before, given] = [listIn(merged, field), listIn(patch, field)];
    const place = placeOf(merging, field);
    checkAgainstOrder(given, order, place.strategy);
    done.add(field);
    if (before === undefined && given === undefined) continue;
    let list = before ?? (withoutDirectives(given) as readonly unknown[]);
    if (before && given) list = mergeLists(before, given, place);
    setOwn(merged, field, enforceOrder(list, { order, original: before ?? [], strategy: place.strategy }));
  }
  return done;
}

function listIn(value: Json, field: string): readonly unknown[] | undefined {
  const list = Object.hasOwn(value, field) ? value[field] : undefined;
  if (list === undefined || list === null || Array.isArray(list)) return list ?? undefined;
  throw refuse(`expected a []interface {}, but received a ${goType(list)}`);
}

/** Keys that `$retainKeys` does not name go; the patch may not set others either. */
function retainKeys(original: Json, patch: Json): Json {
  const kept = patch[Directive.RetainKeys];
  const merged: Json = {};
  if (kept !== undefined && !Array.isArray(kept)) throw refuse('invalid patch format of retainKeys');
  for (const [key, value] of Object.entries(original)) {
    if (!kept || kept.includes(key)) setOwn(merged, key, value);
  }
  const isStray = (key: string): boolean => !isDirective(key) && patch[key] !== null && !kept!.includes(key);
  if (kept && Object.keys(patch).some(isStray)) {
    throw refuse("patch content doesn't match retainKeys list", PatchProblem.Content);
  }
  return merged;
}

function deleteFromList(merged: Json, directive: string, values: unknown): void {
  if (!Array.isArray(values)) throw refuse('invalid patch format of primitive list');
  const field = directive.slice(Directive.DeleteFromList.length);
  const list = merged[field];
  if (Array.isArray(list)) merged[field] = list.filter((item) => !values.includes(item));
}

function goType(value: unknown): string {
  if (isRecord(value)) return 'map[string]interface {}';
  return typeof value === 'number' ? 'float64' : typeof value === 'boolean' ? 'bool' : 'string';
}
