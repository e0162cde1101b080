/** Marks an item of a list on a path. */
export const ITEM = '-';

/** Place of a cursor in a YAML document. */
export interface YamlPlace {
  /** Keys from the top to the mapping in which the cursor is, items of lists as {@link ITEM}. */
  readonly path: readonly string[];
  /** Values of `name` beside each key of the path, where they precede it: the part below may depend on them. */
  readonly names: readonly (string | undefined)[];
  /** The key whose value is typed; undefined where a key is typed. */
  readonly key: string | undefined;
  /** Typed part of the key or the value. */
  readonly typed: string;
  /** Columns before the key: how far its parts are indented. */
  readonly column: number;
  /** Kind that the document has declared so far. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

interface Entry {
  readonly column: number;
  readonly key: string;
  /** Text after the key on its line; empty for an item. */
  readonly value: string;
}

const SEPARATOR = /^---(\s|$)/;
const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#:'"[{-][^#:]*|-[^\s#:][^#:]*)):(?=\s|$)/;

/**
 * Reads by indentation, because a text that is being typed is not valid YAML yet. Flow style (`{a: b}`) is read as a
 * value.
 */
export function yamlPlace(text: string, offset: number): YamlPlace {
  const before = text.slice(0, offset).split('\n');
  const start = before.findLastIndex((line) => SEPARATOR.test(line)) + 1;
  const line = before.at(-1) ?? '';
  const { entries, rest, restColumn } = partsOf(line);
  const own = entries.at(-1);
  const isValue = own !== undefined && own.key !== ITEM && rest !== undefined;
  const column = isValue ? own.column : restColumn;
  const lines = [...before.slice(Math.min(start, before.length - 1), -1).map((each) => partsOf(each).entries)];
  const within = isValue ? entries.slice(0, -1) : entries;
  const whole = documentAround(text, offset);
  return {
    ...parents([...lines, within], column),
    key: isValue ? own.key : undefined,
    typed: rest ?? '',
    column,
    apiVersion: topValue(whole, 'apiVersion'),
    kind: topValue(whole, 'kind'),
  };
}

/** A line as markers of items and a key, with their columns, and what follows them. */
function partsOf(line: string): { entries: Entry[]; rest: string | undefined; restColumn: number } {
  const entries: Entry[] = [];
  let column = line.length - line.trimStart().length;
  while (/^-(\s|$)/.test(line.slice(column))) {
    entries.push({ column, key: ITEM, value: '' });
    const after = line.slice(column + 1);
    column += 1 + (after.length - after.trimStart().length);
  }
  const found = KEY.exec(line.slice(column));
  if (!found) return { entries, rest: line.slice(column), restColumn: column };
  const rest = line.slice(column + found[0].length).trimStart();
  entries.push({ column, key: (found[1] ?? found[2] ?? found[3] ?? '').trim(), value: rest });
  return { entries, rest, restColumn: column };
}

/** Goes up from the last line: each entry further to the left is a parent. A list may begin in the column of its key. */
function parents(lines: readonly (readonly Entry[])[], column: number): Pick<YamlPlace, 'path' | 'names'> {
  const path: string[] = [];
  const names: (string | undefined)[] = [];
  let left = column;
  let isInList = false;
  for (const entry of lines.flat().reverse()) {
    const isParent = entry.column < left || (isInList && entry.key !== ITEM && entry.column === left);
    if (!isParent) {
      if (path.length > 0 && entry.key === 'name' && entry.column === left) names[0] ??= scalar(entry.value);
      continue;
    }
    path.unshift(entry.key);
    names.unshift(undefined);
    left = entry.column;
    isInList = entry.key === ITEM;
  }
  return { path, names };
}

function documentAround(text: string, offset: number): string {
  const lines = text.split('\n');
  const at = text.slice(0, offset).split('\n').length - 1;
  const start = lines.findLastIndex((line, index) => index <= at && SEPARATOR.test(line)) + 1;
  const end = lines.findIndex((line, index) => index > at && SEPARATOR.test(line));
  return lines.slice(start, end === -1 ? undefined : end).join('\n');
}

function topValue(text: string, key: string): string | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${key}: `));
  return line === undefined ? undefined : scalar(line.slice(key.length + 2));
}

/** Returns the word at this place, without quotes; undefined if there is none. */
function scalar(text: string): string | undefined {
  const [word = ''] = text.trim().split(/[\s#]/);
  return word.replaceAll(/["']/g, '') || undefined;
}
