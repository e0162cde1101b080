import { parseYamlDocuments } from '@orrery/api-types';
import { LineCounter, type Document, type ParsedNode } from 'yaml';
import { repairPastedText } from './repair-pasted-text';
import type { ConfigurationError } from './configuration-error';

/** YAML anchors can make a small text large; more than this many uses of them is an attack. */
const MAX_ALIASES = 100;

/** A document as plain data, or where it cannot be read. */
export type ParsedText = { readonly value: unknown } | { readonly errors: readonly ConfigurationError[] };

/**
 * Reads one YAML or JSON document. With `isLenient`, text pasted from the guide is repaired first. Integers that a
 * double cannot hold come as bigints.
 */
export function parseText(text: string, isLenient: boolean): ParsedText {
  try {
    const lines = new LineCounter();
    const source = isLenient ? repairPastedText(text) : text;
    const documents = parseYamlDocuments(source, { lineCounter: lines, intAsBigInt: true, uniqueKeys: true });
    if (documents.length === 0) return { errors: [{ field: '', reason: 'the document is empty' }] };
    const errors = documents.flatMap((document) => document.errors.map(syntaxError));
    const second = documents.slice(1).find(({ contents }) => hasContent(contents));
    if (second) {
      const { line, col } = lines.linePos(second.contents?.range[0] ?? 0);
      errors.push({ field: '', reason: `line ${line}, column ${col}: a second document begins here` });
    }
    if (errors.length > 0) return { errors };
    return { value: withNumbers(documents[0]?.toJS({ maxAliasCount: MAX_ALIASES })) };
  } catch (error) {
    // Any error of the parser is an error of the text.
    return { errors: [{ field: '', reason: (error as Error).message }] };
  }
}

function syntaxError({ linePos, message }: Document.Parsed['errors'][number]): ConfigurationError {
  const [text = ''] = message.split(' at line ');
  const { line, col } = linePos?.[0] ?? { line: 1, col: 1 };
  return { field: '', reason: `line ${line}, column ${col}: ${text}` };
}

function hasContent(contents: ParsedNode | null): boolean {
  return contents !== null && !('value' in contents && contents.value === null);
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNumbers(part)]));
}
