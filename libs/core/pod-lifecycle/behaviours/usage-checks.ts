import { unsupportedField, type FieldError } from '@orrery/api-types';
import { curveText, type UsageCurve } from './container-behaviour';
import { duration, fields, listOf, wrong } from './field-checks';

/** What is wrong with a curve of a resource; undefined if nothing is. */
export type CurveCheck = (text: string, resource: string) => string | undefined;

/** Stands for the time at which a scenario begins. */
const ANY_TIME = '2026-01-01T00:00:00Z';

const point = fields(
  {
    at: duration,
    value: (value, at) => (['string', 'number'].includes(typeof value) ? [] : wrong(at, value, 'must be a quantity')),
    interpolation: (value, at) =>
      value === 'step' || value === 'linear' ? [] : [unsupportedField(at, value, ['step', 'linear'])],
  },
  ['at', 'value'],
);

/** Which resource a curve is about, and how curves are judged. */
export interface UsagePlace {
  readonly resource: string;
  readonly known: (resource: string) => boolean;
  readonly names: readonly string[];
  readonly checkCurve: CurveCheck;
}

/** What is wrong with what something uses of a resource. */
export function usageErrors(
  value: unknown,
  at: string,
  { resource, known, names, checkCurve }: UsagePlace,
): FieldError[] {
  if (!known(resource)) return [unsupportedField(at, resource, names)];
  const errors = Array.isArray(value) ? listOf(point)(value, at) : [];
  if (errors.length > 0) return errors;
  if (value === null || !['object', 'string', 'number'].includes(typeof value)) {
    return wrong(at, value, 'must be a quantity, a curve, a list of corners or a generator');
  }
  const problem = checkCurve(curveText(value as UsageCurve, ANY_TIME), resource);
  return problem === undefined ? [] : wrong(at, value, problem);
}
