interface ListLike {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly items?: unknown;
}

/** The objects of lists as `kubectl get` and the API write them, and everything else as it is. */
export function* listedObjects(read: Iterable<unknown>): Generator<unknown> {
  for (const each of read) {
    const items = itemsOf(each);
    if (items) yield* listedObjects(items);
    else yield each;
  }
}

/** Returns the items of a list; those of a typed one (`PodList`) are of its kind if they name none. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { apiVersion, kind, items } = value as ListLike;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return undefined;
  const itemKind = kind.slice(0, -'List'.length);
  if (itemKind === '') return items as unknown[];
  return items.map((item: unknown) =>
    typeof item === 'object' && item !== null ? { apiVersion, kind: itemKind, ...item } : item,
  );
}
