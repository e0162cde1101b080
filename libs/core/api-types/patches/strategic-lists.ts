import { isRecord } from '../structure/is-record';
import { orderElements } from './element-order';
import { goText } from './go-text';
import type { ListStrategy } from './merge-keys';
import { Directive, refuse, type Json, withoutDirectives } from './patch-directives';

/** Context of the merge of the list in a field. */
export interface ListPlace {
  /** Undefined: the list is replaced as a whole. */
  readonly strategy: ListStrategy | undefined;
  readonly mergeItems: (original: Json, patch: Json) => Json;
}

/** Merges a list of the patch into the original one; the items of the patch come in its order (`mergeSlice` upstream). */
export function mergeLists(original: readonly unknown[], patch: readonly unknown[], place: ListPlace): unknown[] {
  const { strategy } = place;
  if (!strategy) return patch.map(withoutDirectives);
  if (strategy === 'set')
    return enforceOrder([...new Set([...original, ...patch])], { order: patch, original, strategy });
  const items = patch.map(asItem);
  if (items.some((item) => item[Directive.Patch] === 'replace')) {
    const isMarker = (item: Json): boolean => item[Directive.Patch] === 'replace' && Object.keys(item).length === 1;
    return items.filter((item) => !isMarker(item)).map(withoutDirectives);
  }
  const merged = mergeByKey(original, items, strategy.mergeKey, place);
  return enforceOrder(merged, { order: items, original, strategy });
}

function mergeByKey(original: readonly unknown[], items: readonly Json[], mergeKey: string, place: ListPlace) {
  const deleted = items.filter((item) => item[Directive.Patch] === 'delete').map((item) => keyOf(item, mergeKey));
  const merged = original.filter((item) => !(isRecord(item) && deleted.includes(item[mergeKey])));
  for (const item of items) {
    const key = keyOf(item, mergeKey);
    if (item[Directive.Patch] === 'delete') continue;
    const at = merged.findIndex((other) => isRecord(other) && other[mergeKey] === key);
    if (at < 0) merged.push(place.mergeItems({}, item));
    else merged[at] = place.mergeItems(merged[at] as Json, item);
  }
  return merged;
}

function keyOf(item: Json, mergeKey: string): unknown {
  if (Object.hasOwn(item, mergeKey)) return item[mergeKey];
  throw refuse(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
}

function asItem(item: unknown): Json {
  if (isRecord(item)) return item;
  throw refuse('expecting objects in a list that merges by key');
}

/** An order, and what it is needed for. */
export interface OrderOf {
  /** Elements, or what identifies them, in their order. */
  readonly order: readonly unknown[];
  /** The list before the patch. */
  readonly original: readonly unknown[];
  readonly strategy: ListStrategy | undefined;
}

/** Brings a list into an order. Elements that the order does not name keep their place beside those they stood before. */
export function enforceOrder(merged: readonly unknown[], { order, original, strategy }: OrderOf): unknown[] {
  const identify = identifier(strategy);
  return orderElements(merged, original, order.map(identify), identify);
}

/** Throws if the list of a patch has elements that its order lacks, or has them in another order (`validatePatchWithSetOrderList`). */
export function checkAgainstOrder(
  patch: readonly unknown[] | undefined,
  order: readonly unknown[],
  strategy: ListStrategy | undefined,
): void {
  const identify = identifier(strategy);
  const isDeleted = (item: unknown): boolean => isRecord(item) && item[Directive.Patch] === 'delete';
  const wanted = (patch ?? []).filter((item) => !isDeleted(item) && !isMarker(item)).map(identify);
  let next = 0;
  for (const identity of order.map(identify)) if (next < wanted.length && wanted[next] === identity) next++;
  if (next === wanted.length) return;
  const [list, setOrder] = [goText(patch), goText(order)];
  throw refuse(`The order in patch list:\n${list}\n doesn't match $setElementOrder list:\n${setOrder}\n`);
}

function isMarker(item: unknown): boolean {
  return isRecord(item) && item[Directive.Patch] === 'replace' && Object.keys(item).length === 1;
}

function identifier(strategy: ListStrategy | undefined): (item: unknown) => unknown {
  if (strategy === undefined || strategy === 'set') return (item) => item;
  return (item) => (isRecord(item) ? item[strategy.mergeKey] : item);
}
