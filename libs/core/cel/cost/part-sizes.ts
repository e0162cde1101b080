import type { CostNode } from './cost-node';
import type { Range } from './range';

/** The sizes of the entries of a list or map: of its keys and of its values. */
export interface EntrySizes {
  readonly of: 'list' | 'map';
  readonly keys: Range;
  readonly values: Range;
}

/** Known sizes of an expression's parts. */
export interface PartSizes {
  /** The size of a part, by what it is, by its schema or by its type; undefined where nothing is known. */
  sizeOf(node: CostNode): Range | undefined;
  /** The sizes of the entries of a part; undefined where nothing is known. */
  entriesOf(node: CostNode): EntrySizes | undefined;
  /** The size of the entries of a list by its schema: `path` upstream with `@items`. */
  itemSizeOf(list: CostNode): Range | undefined;
  /** Keeps what is found of the entries of a part. */
  setEntries(node: CostNode, entries: EntrySizes | undefined): void;
}
