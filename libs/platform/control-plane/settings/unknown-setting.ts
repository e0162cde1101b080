import { nearestName, type DocumentError } from '@orrery/documents';

/** The error for a setting that does not exist, with the name that was most likely meant. */
export function unknownSetting(field: string, known: readonly string[]): DocumentError {
  const nearest = nearestName(field, known);
  return { field, reason: nearest === undefined ? 'unknown setting' : `unknown setting; did you mean ${nearest}?` };
}

/** Errors of a reader that knows these fields and no others, with the name that was meant in place of an unknown one. */
export function withNearestNames(
  errors: readonly DocumentError[] = [],
  known: readonly string[],
): readonly DocumentError[] {
  return errors.map((error) => {
    const [name = ''] = /^[^.[]*/.exec(error.field) ?? [];
    return name === '' || known.includes(name) ? error : unknownSetting(error.field, known);
  });
}
