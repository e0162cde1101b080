import { LabelOperator, labelSelectorRequirements, type LabelSelector } from '@orrery/api-types';

/** Returns one label as a lookup key; no label contains a NUL. */
export function labelPair(namespace: string, key: string, value: string): string {
  return `${namespace}\u0000${key}\u0000${value}`;
}

/**
 * Label pairs of which an object must have at least one to be selected: those of the selector's first requirement that
 * names values. Undefined when no requirement does, so that all objects must be scanned.
 */
export function requiredPairs(namespace: string, selector: LabelSelector | undefined): string[] | undefined {
  for (const { key, operator, values } of labelSelectorRequirements(selector) ?? []) {
    if (operator === LabelOperator.Equals || operator === LabelOperator.In) {
      return values.map((value) => labelPair(namespace, key, value));
    }
  }
  return undefined;
}
