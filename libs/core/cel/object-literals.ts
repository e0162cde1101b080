/** Content of braces: fields of an object, entries of a map, or something else. */
type Opened = 'fields' | 'entries' | 'other';

const TYPE_NAME = /^(?:Object(?:\.[A-Za-z_]\w*)*|JSONPatch)$/;
const STRING = /[rRbB]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*')/y;
const NAME = /[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*/y;
const CLOSED_BY: Readonly<Record<string, true>> = { '}': true, ']': true, ')': true };

/**
 * An expression that makes objects by type (`Object.spec{replicas: 3}`, `JSONPatch{op: "add", …}`) with plain maps in their
 * places (`{"replicas": 3}`), which the language library knows.
 */
export function withoutTypeNames(text: string): string {
  const stack: Opened[] = [];
  let out = '';
  let isKeyExpected = false;
  for (let at = 0; at < text.length;) {
    const part = matchAt(STRING, text, at) ?? nameAt(text, at) ?? text[at]!;
    at += part.length;
    const next = /\S/.exec(text.slice(at))?.[0];
    if (part.trim() === '') {
      out += part;
      continue;
    }
    if (next === '{' && TYPE_NAME.test(part.replace(/\s/g, ''))) {
      at = text.indexOf('{', at) + 1;
      stack.push('fields');
      out += '{';
      isKeyExpected = true;
      continue;
    }
    out += isKeyExpected && next === ':' && /^[A-Za-z_]\w*$/.test(part) ? JSON.stringify(fieldOf(part)) : part;
    if (part === '{') stack.push('entries');
    else if (part === '[' || part === '(') stack.push('other');
    else if (CLOSED_BY[part]) stack.pop();
    // A question mark marks a field that is left out where its value is absent.
    isKeyExpected = (part === ',' && stack.at(-1) === 'fields') || (isKeyExpected && part === '?');
  }
  return out;
}

function nameAt(text: string, at: number): string | undefined {
  return /[\w.]/.test(text[at - 1] ?? '') ? undefined : matchAt(NAME, text, at);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The field behind a name as expressions write it. */
function fieldOf(name: string): string {
  return name
    .replace(/^__([a-z]+)__$/, '$1')
    .replaceAll('__dash__', '-')
    .replaceAll('__dot__', '.')
    .replaceAll('__slash__', '/')
    .replaceAll('__underscores__', '__');
}
