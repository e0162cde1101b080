import { distance } from 'fastest-levenshtein';

/**
 * The known name that a wrong one was most likely meant to be; undefined if none is near. `maxEdits` is how many letters
 * may differ; if absent, two, or a third of a longer name.
 */
export function nearestName(name: string, known: Iterable<string>, maxEdits?: number): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!nearest || edits < nearest.edits) nearest = { name: candidate, edits };
  }
  const limit = maxEdits ?? Math.max(2, Math.floor(name.length / 3));
  return nearest && nearest.edits <= limit ? nearest.name : undefined;
}

/** The error for a name that does not exist, with the name that was most likely meant. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `unknown ${what}` : `unknown ${what}; did you mean ${nearest}?`;
}
