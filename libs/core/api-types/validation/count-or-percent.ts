import { invalidField, type FieldError } from '../errors/field-error';

const PERCENT_TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";

/** What is wrong with a number of pods that is given as a count or as a percentage. */
export function validateCountOrPercent(
  bound: string | number,
  field: string,
  { atMost100Percent = false } = {},
): FieldError[] {
  if (typeof bound === 'number') {
    return bound < 0 ? [invalidField(field, bound, 'must be greater than or equal to 0')] : [];
  }
  if (!/^[0-9]+%$/.test(bound)) return [invalidField(field, bound, PERCENT_TEXT)];
  if (!atMost100Percent || Number.parseInt(bound, 10) <= 100) return [];
  return [invalidField(field, bound, 'must not be greater than 100%')];
}
