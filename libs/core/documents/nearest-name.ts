import { distance } from 'fastest-levenshtein';

/** The known name that a wrong one was most likely meant to be; undefined if none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (!nearest || edits < nearest.edits) nearest = { name: candidate, edits };
  }
  const limit = Math.max(2, Math.floor(name.length / 3));
  return nearest && nearest.edits <= limit ? nearest.name : undefined;
}
