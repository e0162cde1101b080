import type { FieldError } from '@orrery/api-types';
import { broken } from '../../policy/args-schema';

/** Percentages by resource. */
export type Thresholds = Readonly<Record<string, number>>;

/** Returns the errors of the thresholds of an argument: they must be given, and each be in [0, 100]. */
export function thresholdErrors(key: string, thresholds: Thresholds, prefix = ''): FieldError[] {
  const resources = Object.keys(thresholds);
  if (resources.length === 0) return [broken(key, `${prefix}no resource threshold is configured`)];
  const odd = resources.find((resource) => thresholds[resource]! < 0 || thresholds[resource]! > 100);
  return odd === undefined ? [] : [broken(key, `${prefix}${odd} threshold not in [0, 100] range`)];
}
