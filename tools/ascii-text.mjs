/** Raw texts that have characters beyond ASCII. */
const RAW_TEXT = /String\.raw`([^`]*[^\0-\x7f`][^`]*)`/g;

/**
 * V8 keeps a text in half the memory if it is ASCII; esbuild leaves other characters in regular expressions. It leaves them in raw
 * texts too, where an escape would be taken as it stands: such texts become plain ones.
 */
export function asAscii(text) {
  return text.replace(RAW_TEXT, (_all, raw) => plainText(raw)).replace(/[^\0-\x7f]/g, escaped);
}

function plainText(raw) {
  if (/\\$|\$\{/.test(raw))
    throw new TypeError(`a raw text beyond ASCII has values in it; write it without String.raw: ${raw}`);
  return JSON.stringify(raw);
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
