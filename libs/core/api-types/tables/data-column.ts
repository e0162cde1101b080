import { integer } from './table-kind';

/** The column with the number of keys. */
export const DATA = integer('Data', 'Number of keys.');

/** How many keys there are. */
export function countOf(data: object | undefined): number {
  return Object.keys(data ?? {}).length;
}
