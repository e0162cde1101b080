/** A number of things for people: `1 object`, `12 objects`. */
export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
