import { duplicateField, tooManyItems, type FieldError } from '../errors/field-error';

/** Returns the errors of the items of a list and with their number, in upstream's order (`validateSlice`). */
export function listErrors<T>(
  items: readonly T[] | undefined,
  max: number,
  field: string,
  ofItem: (item: T, field: string) => readonly FieldError[],
): FieldError[] {
  const errors = (items ?? []).flatMap((item, i) => ofItem(item, `${field}[${i}]`));
  if (items && items.length > max) errors.push(tooManyItems(field, items.length, max));
  return errors;
}

/** The same, and no item may have the key of another; `keyField` is the path of the key in an item (`validateSet`). */
export function setErrors<T>(
  items: readonly T[] | undefined,
  max: number,
  field: string,
  ofItem: (item: T, field: string) => readonly FieldError[],
  keyOf: (item: T) => unknown,
  keyField = '',
): FieldError[] {
  const errors = listErrors(items, max, field, ofItem);
  const seen = new Set<unknown>();
  (items ?? []).forEach((item, i) => {
    const key = keyOf(item);
    const path = `${field}[${i}]${keyField === '' ? '' : `.${keyField}`}`;
    if (seen.has(key)) errors.push(duplicateField(path, key));
    seen.add(key);
  });
  return errors;
}
