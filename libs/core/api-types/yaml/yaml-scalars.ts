import { Schema, stringify, type ScalarTag } from 'yaml';

/** Beginnings, ends and parts of texts that have a meaning of their own without quotes (YAML 1.2.2, 7.3.3). */
const NOT_PLAIN = /^[,[\]{}#&*!|>'"%@` \t]|^[-?](?:[ \t]|$)|:(?:[ \t]|$)|[ \t]#|[ \t]$/;
/** Characters that are written as escapes, between double quotes. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Texts of several lines that have no block form: the spaces of their last line would be lost. */
const NO_BLOCK = /\n[\t ]+$/;
/** Texts of blank lines, of which readers of a block would lose spaces. */
const BLANK_LINES = /^[\n\t ]*$/;
/**
 * Texts that readers take for numbers, truth values, times or nulls: those of YAML 1.2, and those of YAML 1.1, as which clients in Go
 * read `on`, `y`, `1:30` and `2026-03-01` (gopkg.in/yaml.v2, `resolve.go`).
 */
const OTHER_TYPES = testsOf(new Schema({ schema: 'core', compat: 'yaml-1.1' }));
const ESCAPE = /\\(?:u00([\da-f]{2})|.)| (?=\\n)/g;
/** Escapes that YAML has and JSON has not, by the digits that JSON writes. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '00': '\\0', '0b': '\\v', '07': '\\a', '1b': '\\e' };
/** The indent that {@link stringify} writes in a list. */
const LIST_INDENT = /\n {2}/g;

/** Returns the patterns of all types except text in a schema, or in the one that it is compatible with. */
function testsOf({ tags, compat }: Schema): readonly RegExp[] {
  return ([...tags, ...(compat ?? [])] as readonly ScalarTag[]).flatMap(({ tag, test }) =>
    test && tag !== 'tag:yaml.org,2002:str' ? [test] : [],
  );
}

/** Writes the key of an entry, in one line. */
export function yamlKey(key: string): string {
  return isPlain(key) ? key : quotedYaml(key);
}

/** Writes a text between quotes, in one line. */
export function quotedYaml(text: string): string {
  return text.includes('\n') || CONTROLS.test(text) ? escaped(text) : quoted(text);
}

/** Writes a text as a value; its second and further lines begin with the indent. */
export function yamlString(text: string, indent: string): string {
  if (!text.includes('\n')) return isPlain(text) ? text : quotedYaml(text);
  if (BLANK_LINES.test(text)) return escaped(text);
  return CONTROLS.test(text) || NO_BLOCK.test(text) ? foldedText(text, indent) : blockText(text, indent);
}

/** Returns whether a text is read as itself without quotes, in one line. */
function isPlain(text: string): boolean {
  if (text.includes('\n') || NOT_PLAIN.test(text) || CONTROLS.test(text)) return false;
  return !OTHER_TYPES.some((test) => test.test(text));
}

/** Writes a text between those quotes that need no escapes, if there are such. */
function quoted(text: string): string {
  return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
}

/** Writes a text between double quotes, in one line; a space before a line break is escaped as well, which readers may leave out. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(ESCAPE, (found: string, code?: string) => {
    if (found === ' ') return '\\ ';
    return code === undefined ? found : (SHORT_ESCAPES[code] ?? `\\x${code}`);
  });
}

/** Writes the lines of a text as they are (YAML 1.2.2, 8.1); the header says how it ends, and its indent if it begins with spaces. */
function blockText(text: string, indent: string): string {
  let endAt = text.length;
  while ('\n\t '.includes(text[endAt - 1]!)) endAt--;
  const [start, end] = [text.slice(0, endAt), text.slice(endAt)];
  const chomping = !end.includes('\n') ? '-' : end.indexOf('\n') < end.length - 1 ? '+' : '';
  const indentation = /^\n* /.test(start) ? '2' : '';
  const [first, ...others] = (end.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const lines = others.map((line) => (line === '' ? '' : indent + line));
  return [`|${indentation}${chomping}`, indent + first!, ...lines].join('\n');
}

/** Writes a text between double quotes, in several lines. */
function foldedText(text: string, indent: string): string {
  const listed = stringify([text], { lineWidth: 0 });
  return listed.slice('- '.length, -'\n'.length).replace(LIST_INDENT, `\n${indent}`);
}
