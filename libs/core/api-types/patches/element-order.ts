/**
 * Puts the elements that a patch orders into that order. Elements that only the server has keep their order, and come
 * before an ordered element only where they stood before it (apimachinery `strategicpatch.normalizeElementOrder`): an
 * ordered element that is new comes before all that are left.
 */
export function orderElements<T>(
  merged: readonly T[],
  original: readonly T[],
  order: readonly unknown[],
  identify: (element: T) => unknown,
): T[] {
  const rank = new Map(order.map((identity, index) => [identity, index] as const));
  const serverRank = new Map(original.map((element, index) => [identify(element), index] as const));
  const rankOf = (element: T): number => rank.get(identify(element))!;
  const placeOf = (element: T): number | undefined => serverRank.get(identify(element));
  const ordered = merged.filter((element) => rank.has(identify(element))).sort((a, b) => rankOf(a) - rankOf(b));
  const serverOnly = merged.filter((element) => !rank.has(identify(element)));
  const result: T[] = [];
  let next = 0;
  for (const element of ordered) {
    const place = placeOf(element);
    while (place !== undefined && next < serverOnly.length && (placeOf(serverOnly[next]!) ?? Infinity) < place) {
      result.push(serverOnly[next++]!);
    }
    result.push(element);
  }
  return [...result, ...serverOnly.slice(next)];
}
