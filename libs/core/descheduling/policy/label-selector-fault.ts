import { labelValueErrors, qualifiedNameErrors, type LabelSelector } from '@orrery/api-types';

/** Notations of a value in errors: JSON (v0.34), or as Go writes it in a program (v0.30). */
export type ValueNotation = 'json' | 'go';

const SET_OPERATORS: readonly unknown[] = ['In', 'NotIn'];
const OPERATORS: readonly unknown[] = [...SET_OPERATORS, 'Exists', 'DoesNotExist'];

/**
 * Returns why a selector object is none, in the words of apimachinery (`LabelSelectorAsSelector` and `labels.NewRequirement`):
 * the first requirement that is wrong, with all that is wrong with it. Undefined if it is well formed.
 */
export function labelSelectorFault(selector: LabelSelector, notation: ValueNotation): string | undefined {
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    const faults = [...keyFaults(key), ...valueFaults(key, [value])];
    if (faults.length > 0) return joined(faults);
  }
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    if (!OPERATORS.includes(operator)) return `${JSON.stringify(operator)} is not a valid label selector operator`;
    const faults = [...keyFaults(key), ...countFaults(operator, values, notation), ...valueFaults(key, values)];
    if (faults.length > 0) return joined(faults);
  }
  return undefined;
}

function keyFaults(key: string): string[] {
  const errors = qualifiedNameErrors(key);
  return errors.length > 0 ? [`key: Invalid value: ${JSON.stringify(key)}: ${errors.join('; ')}`] : [];
}

function countFaults(operator: string, values: readonly string[], notation: ValueNotation): string[] {
  const takesValues = SET_OPERATORS.includes(operator);
  if (takesValues === values.length > 0) return [];
  const detail = takesValues
    ? "for 'in', 'notin' operators, values set can't be empty"
    : 'values set must be empty for exists and does not exist';
  return [`values: Invalid value: ${shown(values, notation)}: ${detail}`];
}

function valueFaults(key: string, values: readonly string[]): string[] {
  return values.flatMap((value, index) => {
    const errors = labelValueErrors(value);
    if (errors.length === 0) return [];
    return [`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${errors.join('; ')}`];
  });
}

/** An empty list is copied into a nil slice before it is shown. */
function shown(values: readonly string[], notation: ValueNotation): string {
  if (notation === 'json') return values.length === 0 ? 'null' : JSON.stringify(values);
  return values.length === 0 ? '[]string(nil)' : `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
}

/** Several errors as `utilerrors.Aggregate` joins them: each text once. */
export function joined(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`;
}
