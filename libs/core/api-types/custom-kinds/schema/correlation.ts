import { isRecord } from '../../structure/is-record';
import { deepEqual } from '../../equality';
import { fieldSchema, type Structural } from './structural';
import type { Correlation } from './validate-value';

/**
 * The old value of each part of a changed object, found by field names and by the keys of lists of the type `map`
 * (`apiserver/pkg/cel/common.CorrelatedObject` upstream). Items of other lists, and fields of atomic maps, have none.
 */
export class StructuralCorrelation implements Correlation {
  private unchanged: boolean | undefined;

  constructor(
    private readonly schema: Structural | undefined,
    private readonly value: unknown,
    readonly old: unknown,
  ) {}

  isUnchanged(): boolean {
    return (this.unchanged ??= deepEqual(this.value, this.old));
  }

  field(name: string): StructuralCorrelation | undefined {
    const { schema, value, old } = this;
    if (!schema || schema.isAtomicMap || !isRecord(value) || !isRecord(old) || !Object.hasOwn(old, name))
      return undefined;
    return new StructuralCorrelation(fieldSchema(schema, name), value[name], old[name]);
  }

  item(index: number): StructuralCorrelation | undefined {
    const { schema, value, old } = this;
    if (schema?.listType !== 'map' || !Array.isArray(value) || !Array.isArray(old)) return undefined;
    const item = value[index] as unknown;
    const before = findByKeys(schema, old, item);
    return before === undefined ? undefined : new StructuralCorrelation(schema.items, item, before);
  }
}

/** The item of a list that has the keys of another item. */
function findByKeys({ mapKeys }: Structural, list: readonly unknown[], item: unknown): unknown {
  if (!isRecord(item)) return undefined;
  return list.find((each) => isRecord(each) && mapKeys.every((key) => deepEqual(each[key], item[key])));
}
