/**
 * Returns a text without those of `characters` at its end. `text.replace(/x+$/, '')` does the same, but begins to look for the
 * end at every run of them: its time grows with the square of the length.
 */
export function withoutEnd(text: string, characters: string): string {
  let length = text.length;
  while (length > 0 && characters.includes(text[length - 1]!)) length--;
  return text.slice(0, length);
}
