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
  /** Returns the size of a part, by its value, its schema or its type; undefined where it is unknown. */
  sizeOf(node: CostNode): Range | undefined;
  /** The sizes of the entries of a part; undefined where nothing is known. */
  entriesOf(node: CostNode): EntrySizes | undefined;
  /** The size of the entries of a list by its schema: `path` upstream with `@items`. */
  itemSizeOf(list: CostNode): Range | undefined;
  /** Keeps the sizes found for the entries of a part. */
  setEntries(node: CostNode, entries: EntrySizes | undefined): void;
}
