/** All warnings of an answer together, as upstream. */
const MAX_TOTAL_LENGTH = 4096;

/** Texts as values of `Warning` headers: each once, quoted, in characters that headers may have, as far as there is room. */
export function warningHeaders(texts: readonly string[]): string[] {
  const headers: string[] = [];
  let total = 0;
  for (const text of new Set(texts)) {
    const header = `299 - ${quoted(text)}`;
    total += header.length;
    if (total > MAX_TOTAL_LENGTH) break;
    headers.push(header);
  }
  return headers;
}

/** Quotes a text with JSON's escapes, also for characters outside ASCII. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
