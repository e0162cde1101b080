import { stringify } from 'yaml';
import { quotedYaml, yamlKey, yamlString } from './yaml-scalars';

const INDENT = '  ';
/** Longer keys have a line of their own (YAML 1.2.2, 7.4.3). */
const MAX_IMPLICIT_KEY = 1024;
/** Keys that a writer remembers as they are written. */
const KEPT_KEYS = 4096;
/** Beginnings of lines that divide documents. */
const DOCUMENT_MARK = /^(?:---|\.\.\.)/;

type Entries = Readonly<Record<string, unknown>>;

/**
 * Writes values of JSON as YAML, in the form of sigs.k8s.io/yaml: keys in order, lists no deeper than their parents, lines of
 * any length. Values that JSON leaves out are left out, bigints are numbers. The text is that of `stringify` of the library
 * `yaml`, which makes a document of nodes first and takes many times as long.
 */
export class YamlWriter {
  private readonly keys = new Map<string, string>();

  /** Returns a document as a whole. */
  document(value: unknown): string {
    return hasParts(value)
      ? `${this.block(value, '')}\n`
      : stringify(value ?? null, { lineWidth: 0, compat: 'yaml-1.1' });
  }

  /** Yields a document in parts: the entries of its map, and one by one the members of lists in them. */
  *parts(value: unknown): Generator<string> {
    if (!hasParts(value) || Array.isArray(value)) return yield this.document(value);
    for (const key of keysOf(value)) {
      const part = (value as Entries)[key];
      const members = Array.isArray(part) && this.key(key, '').length <= MAX_IMPLICIT_KEY ? part : [];
      yield `${this.entry(key, members.length > 0 ? members.slice(0, 1) : part, '')}\n`;
      for (const member of members.slice(1)) yield `${this.member(member, '')}\n`;
    }
  }

  private block(value: object, indent: string): string {
    const newLine = `\n${indent}`;
    let text = '';
    if (Array.isArray(value)) {
      for (const member of value) text += (text && newLine) + this.member(member, indent);
      return text;
    }
    for (const key of keysOf(value)) text += (text && newLine) + this.entry(key, (value as Entries)[key], indent);
    return text;
  }

  private member(member: unknown, indent: string): string {
    const inner = indent + INDENT;
    return `- ${hasParts(member) ? this.block(member, inner) : scalar(member, inner)}`;
  }

  private entry(key: string, value: unknown, indent: string): string {
    const name = this.key(key, indent);
    const inner = indent + INDENT;
    const isLong = name.length > MAX_IMPLICIT_KEY;
    const start = isLong ? `? ${name}\n${indent}:` : `${name}:`;
    if (!hasParts(value)) return `${start} ${scalar(value, inner)}`;
    if (isLong) return `${start} ${this.block(value, inner)}`;
    const own = Array.isArray(value) ? indent : inner;
    return `${start}\n${own}${this.block(value, own)}`;
  }

  private key(key: string, indent: string): string {
    if (indent === '' && DOCUMENT_MARK.test(key)) return quotedYaml(key);
    let text = this.keys.get(key);
    if (text === undefined) {
      text = yamlKey(key);
      if (this.keys.size < KEPT_KEYS) this.keys.set(key, text);
    }
    return text;
  }
}

/** Writes what has no parts. */
function scalar(value: unknown, indent: string): string {
  if (typeof value === 'string') return yamlString(value, indent);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  const isWritten = typeof value === 'bigint' || typeof value === 'boolean' || Number.isFinite(value);
  return isWritten ? String(value) : 'null';
}

/** Returns the keys of a map that JSON has, in order. */
function keysOf(map: object): string[] {
  const keys: string[] = [];
  for (const key of Object.keys(map)) if (hasText((map as Entries)[key])) keys.push(key);
  return keys.length > 1 ? keys.sort() : keys;
}

function hasText(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** Returns whether a value is written in lines of its own. */
function hasParts(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  // The first one is the answer nearly always, so no list of them is made.
  for (const key in value) if (hasText((value as Entries)[key])) return true;
  return false;
}
