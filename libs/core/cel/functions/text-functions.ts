import type { Environment } from '@marcbachmann/cel-js';
import { patternOf } from '../patterns';
import { formatText } from './format-text';

class StringsLibrary {}

/** Functions of texts that the library lacks: `find`, `findAll`, `replace`, `charAt`, `format`, `quote`, and the global `matches`. */
export function addTextFunctions(environment: Environment): void {
  environment
    .registerType('StringsLibrary', { ctor: StringsLibrary, fields: {} })
    .registerConstant('strings', 'StringsLibrary', new StringsLibrary())
    .registerFunction('StringsLibrary.quote(string): string', (_library: StringsLibrary, text: string) => quoted(text))
    .registerFunction('matches(string, string): bool', (text: string, pattern: string) =>
      patternOf(pattern).occursIn(text),
    )
    .registerFunction(
      'string.find(string): string',
      (text: string, pattern: string) => patternOf(pattern).first(text) ?? '',
    )
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) =>
      patternOf(pattern).all(text),
    )
    .registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, limit: bigint) =>
      patternOf(pattern).all(text, limit < 0n ? Infinity : Number(limit)),
    )
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.split(from).join(to),
    )
    .registerFunction('string.replace(string, string, int): string', replaceSome)
    .registerFunction('string.charAt(int): string', charAt)
    .registerFunction('string.format(list): string', formatText);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** A text as the language writes it (`quote` of `ext/strings.go`). */
function quoted(text: string): string {
  const characters = [...text].map((character) => ESCAPES[character] ?? character.replace(/\p{Surrogate}/u, '\ufffd'));
  return `"${characters.join('')}"`;
}

function replaceSome(text: string, from: string, to: string, limit: bigint): string {
  if (limit < 0n) return text.split(from).join(to);
  const parts = text.split(from);
  const head = parts.slice(0, Number(limit) + 1).join(to);
  const tail = parts.slice(Number(limit) + 1);
  return tail.length > 0 ? [head, ...tail].join(from) : head;
}

function charAt(text: string, index: bigint): string {
  const characters = [...text];
  if (index < 0n || index > BigInt(characters.length)) throw new TypeError(`index out of range: ${index}`);
  return characters[Number(index)] ?? '';
}
