import type { KubeObject } from '../objects';

/** Reads a field as the text that selectors compare. */
export type FieldReader = (object: KubeObject) => string;

/** Reads a path; absent is empty, numbers and booleans are printed. */
export function at(...path: readonly string[]): FieldReader {
  return (object) => {
    let value: unknown = object;
    for (const key of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
      value = (value as Record<string, unknown>)[key];
    }
    return typeof value === 'object' ? '' : String(value ?? '');
  };
}

/** The same, with another text for an absent or empty field. */
export function orElse(read: FieldReader, fallback: string): FieldReader {
  return (object) => read(object) || fallback;
}
