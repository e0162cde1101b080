/**
 * V8 keeps a text in half the memory if it is ASCII; esbuild leaves other characters in regular expressions. It leaves them in raw
 * texts too, where an escape would be taken as it stands.
 */
export function asAscii(text) {
  const raw = /String\.raw`[^`]*[^\0-\x7f][^`]*`/.exec(text)?.[0];
  if (raw !== undefined)
    throw new TypeError(`a raw text has a character beyond ASCII; write it without String.raw: ${raw}`);
  return text.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
