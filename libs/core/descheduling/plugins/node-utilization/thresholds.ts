import type { FieldReader } from '../../policy/field-reader';

/** Percentages by resource. */
export type Thresholds = Readonly<Record<string, number>>;

/** Reads the map `key`; an absent or empty one, or a value outside of [0, 100], is a problem. */
export function readThresholds(reader: FieldReader, key: string, prefix = ''): Thresholds {
  const thresholds = reader.percentages(key) ?? {};
  const resources = Object.keys(thresholds);
  if (resources.length === 0) reader.invalid(key, `${prefix}no resource threshold is configured`);
  for (const resource of resources) {
    const percent = thresholds[resource]!;
    if (percent < 0 || percent > 100) {
      reader.invalid(key, `${prefix}${resource} threshold not in [0, 100] range`);
      break;
    }
  }
  return thresholds;
}
