import { badRequest } from '@orrery/api-types';

/** Maximum nesting, deeper than any object; a deeper text is an attack on the stack of its readers. */
export const MAX_DEPTH = 500;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** An object or list that is open at the place where the text is read. */
interface Level {
  /** Keys; undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The key or index of the current value. */
  at: string | number;
}

/**
 * Returns the paths of fields that a JSON text gives more than once; parsers keep the last one silently. Text that is
 * not JSON is read as far as it is valid: the parser refuses it. Throws 400 for text that is nested too deep.
 */
export function duplicateFieldsOf(text: string): string[] {
  const levels: Level[] = [];
  const duplicates: string[] = [];
  let lastText = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const level = levels[levels.length - 1];
    if (code === QUOTE) {
      const end = endOfText(text, i);
      lastText = text.slice(i + 1, end);
      i = end;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (levels.length >= MAX_DEPTH) throw badRequest('the object provided is unrecognized: exceeded max depth');
      levels.push(code === OPEN_OBJECT ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      levels.pop();
    } else if (code === COLON && level?.keys) {
      level.at = lastText;
      if (level.keys.has(lastText)) duplicates.push(pathOf(levels));
      level.keys.add(lastText);
    } else if (code === COMMA && level && typeof level.at === 'number') {
      level.at++;
    }
  }
  return duplicates;
}

function endOfText(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

function pathOf(levels: readonly Level[]): string {
  let path = '';
  for (const { at } of levels) {
    if (typeof at === 'number') path += `[${at}]`;
    else path += path === '' ? at : `.${at}`;
  }
  return path;
}
