import { invalidField, type FieldError } from '../errors/field-error';

const PERCENT_TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";

/** Returns the errors of a number of pods that is given as a count or as a percentage (`ValidatePositiveIntOrPercent`). */
export function validateCountOrPercent(bound: string | number, field: string): FieldError[] {
  if (typeof bound === 'number') {
    return bound < 0 ? [invalidField(field, bound, 'must be greater than or equal to 0')] : [];
  }
  return /^[0-9]+%$/.test(bound) ? [] : [invalidField(field, bound, PERCENT_TEXT)];
}

/** No more than all pods (`IsNotMoreThan100Percent`); a count is not looked at. */
export function atMostAll(bound: string | number, field: string): FieldError[] {
  const isMore = typeof bound === 'string' && /^[0-9]+%$/.test(bound) && Number.parseInt(bound, 10) > 100;
  return isMore ? [invalidField(field, bound, 'must not be greater than 100%')] : [];
}
