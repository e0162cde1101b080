import { anyValue, choice, fields, listOf, mapOf, number, oneOf, string, type Schema } from '@orrery/documents';
import { curveText, type UsageCurve } from './container-behaviour';
import { duration } from './value-schemas';

/** Returns the error of a curve of a resource; undefined if the curve is valid. */
export type CurveCheck = (text: string, resource: string) => string | undefined;

/** The word for the time at which a scenario begins. */
const ANY_TIME = '2026-01-01T00:00:00Z';

const POINT = fields(
  {
    at: duration,
    value: oneOf<string | number>('must be a quantity', string(), number()),
    interpolation: anyValue<string>({ values: ['step', 'linear'] }),
  },
  { required: ['at', 'value'] },
);

/** The resources that there are curves for, and how curves are checked. */
export interface UsageResources {
  readonly isKnown: (resource: string) => boolean;
  /** For errors. */
  readonly names: readonly string[];
  readonly checkCurve: CurveCheck;
}

/** Curves of usage by resource. */
export function usageSchema({ isKnown, names, checkCurve }: UsageResources): Schema<Readonly<Record<string, unknown>>> {
  return mapOf((resource) => (isKnown(resource) ? curveSchema(resource, checkCurve) : undefined), { keys: names });
}

/** Returns how much of a resource is used over time: a quantity, the text of a curve, its corners, or a generator. */
export function curveSchema(resource: string, checkCurve: CurveCheck): Schema {
  const check = (value: unknown): string | undefined => {
    if (value === null || !['object', 'string', 'number'].includes(typeof value)) {
      return 'must be a quantity, a curve, a list of corners or a generator';
    }
    return checkCurve(curveText(value as UsageCurve, ANY_TIME), resource);
  };
  return choice<unknown>((value) => (Array.isArray(value) ? listOf(POINT, { check }) : anyValue({ check })));
}
