/** The first line in which two logs differ, from a little before the place where it does; undefined if none does. */
export function firstDifference(left: readonly string[], right: readonly string[]): object | undefined {
  const at = right.findIndex((line, i) => line !== left[i]);
  if (at === -1) return left.length > right.length ? { at: right.length, left: left[right.length] } : undefined;
  const [one = '', two = ''] = [left[at], right[at]];
  let place = 0;
  while (one[place] === two[place]) place++;
  const shown = (line: string): string => `${line.slice(0, 80)} … ${line.slice(Math.max(0, place - 60), place + 120)}`;
  return { at, left: shown(one), right: shown(two) };
}
