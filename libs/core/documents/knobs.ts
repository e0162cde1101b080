/**
 * The knob of a program behind a field of a document: durations are written without a unit in their names and kept with
 * one, so that `period` is `periodMs` or `periodSeconds`.
 */
export function knobOf(field: string, knobs: object): string {
  return [field, `${field}Ms`, `${field}Seconds`].find((name) => Object.hasOwn(knobs, name)) ?? field;
}

/** Returns the values of a document as knobs; durations in milliseconds become seconds where the knob has seconds. */
export function knobsOf<T extends object>(read: object, knobs: T): Partial<T> {
  const entries = Object.entries(read).map(([field, value]) => {
    const name = knobOf(field, knobs);
    return [name, name === `${field}Seconds` ? (value as number) / 1000 : (value as unknown)] as const;
  });
  return Object.fromEntries(entries) as Partial<T>;
}
