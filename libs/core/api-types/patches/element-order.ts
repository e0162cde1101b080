/**
 * Puts the elements that a patch orders into that order. Elements that only the server has keep their place relative
 * to the ordered ones they stood beside (apimachinery `strategicpatch.normalizeElementOrder`).
 */
export function orderElements<T>(
  merged: readonly T[],
  original: readonly T[],
  order: readonly unknown[],
  identify: (element: T) => unknown,
): T[] {
  const rank = new Map(order.map((identity, index) => [identity, index] as const));
  const serverRank = new Map(original.map((element, index) => [identify(element), index] as const));
  const ordered = merged
    .filter((element) => rank.has(identify(element)))
    .sort((a, b) => rank.get(identify(a))! - rank.get(identify(b))!);
  const serverOnly = merged.filter((element) => !rank.has(identify(element)));
  const result: T[] = [];
  let next = 0;
  for (const element of ordered) {
    const place = serverRank.get(identify(element));
    while (place !== undefined && next < serverOnly.length && placeOf(serverOnly[next]!) < place) {
      result.push(serverOnly[next++]!);
    }
    result.push(element);
  }
  return [...result, ...serverOnly.slice(next)];

  function placeOf(element: T): number {
    return serverRank.get(identify(element)) ?? Infinity;
  }
}
