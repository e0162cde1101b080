import { rulesOf } from '../structure/list-rules';
import type { Struct, ValueType } from '../structure/struct-types';

/** Strategy of a strategic merge patch for a list that it does not simply replace. */
export type ListStrategy = { readonly mergeKey: string } | 'set';

/** The strategy of a list field; undefined for lists that are replaced as a whole. */
export function listStrategy(struct: Struct | undefined, field: string): ListStrategy | undefined {
  const { patchStrategy, mergeKey } = (struct && rulesOf(struct.name, field)) ?? {};
  if (!patchStrategy?.split(',').includes('merge')) return undefined;
  return mergeKey === undefined ? 'set' : { mergeKey };
}

/** The patch strategy of a field in the words of its Go tag: `merge`, `merge,retainKeys`, `replace`, … */
export function patchStrategyOf(struct: Struct | undefined, field: string): string | undefined {
  return struct && rulesOf(struct.name, field)?.patchStrategy;
}

/** The struct behind a field: its own, its items' or its entries'. */
export function structOfValue(struct: Struct | undefined, field: string): Struct | undefined {
  let type: ValueType | undefined = struct?.fields.get(field);
  while (type && (type.is === '[' || type.is === '{')) type = type.item;
  return type?.is === 'struct' ? type.struct : undefined;
}
