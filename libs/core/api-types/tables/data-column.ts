import { type Column, of, text } from './table-kind';

/** The column with the number of keys, which the struct of that name has. */
export const dataOf = (struct: string): Column => text('Data', of(struct, 'data'));

/** Returns how many keys there are. */
export function countOf(data: object | undefined): number {
  return Object.keys(data ?? {}).length;
}
