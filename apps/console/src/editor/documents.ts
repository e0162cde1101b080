// A browser reads what its own user types: a text that nests too deeply costs no other client anything.
// eslint-disable-next-line no-restricted-imports
import { isMap, isScalar, isSeq, parseAllDocuments, type Document, type Node } from 'yaml';

/** A part of a text. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Error in a part of a text. */
export interface Finding extends TextRange {
  readonly message: string;
}

/** A document of a text of YAML. */
export interface TextDocument {
  /** Value of the document; undefined if it cannot be read. */
  readonly body: unknown;
  /** Syntax errors. */
  readonly findings: readonly Finding[];
  /** Returns the range of a field, or of as much of the path as exists. */
  rangeOf(path: readonly string[]): TextRange;
}

/** Maximum number of uses of anchors in a document; more indicate an attack on the reader. */
const MAX_ALIASES = 100;

/** The documents of a text; empty ones are passed over. */
export function documentsOf(text: string): readonly TextDocument[] {
  return parsed(text)
    .filter((document) => document.errors.length > 0 || document.contents !== null)
    .map((document) => {
      const findings = document.errors.map(({ message, pos: [from, to] }) => ({
        from: Math.min(from, text.length),
        to: Math.min(Math.max(to, from + 1), text.length),
        // Further lines show the place, which the editor does.
        message: message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''),
      }));
      return { ...readBody(document, findings), rangeOf: (path) => rangeOf(document, path) };
    });
}

/** Parses a text. Nesting that is deeper than the stack of the parser counts as no document. */
function parsed(text: string): readonly Document.Parsed[] {
  try {
    return parseAllDocuments(text, { uniqueKeys: true });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readBody(document: Document.Parsed, findings: readonly Finding[]): Pick<TextDocument, 'body' | 'findings'> {
  if (findings.length > 0) return { body: undefined, findings };
  try {
    return { body: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, findings };
  } catch (error) {
    const { from, to } = rangeOf(document, []);
    return { body: undefined, findings: [{ from, to, message: (error as Error).message }] };
  }
}

/** The key of the last step that is there, or the item of a list. */
function rangeOf(document: Document.Parsed, path: readonly string[]): TextRange {
  let node: unknown = document.contents;
  let found = keyRange(document.contents) ?? { from: document.range[0], to: document.range[1] };
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
      if (!pair) break;
      found = span(pair.key as Node) ?? found;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (node === undefined) break;
      found = keyRange(node) ?? found;
    } else break;
  }
  return found;
}

/** The first key of a mapping, for a mapping as a whole is too much to underline; anything else as it is. */
function keyRange(node: unknown): TextRange | undefined {
  return isMap(node) && node.items[0] ? span(node.items[0].key as Node) : span(node as Node | null);
}

function span(node: Node | null | undefined): TextRange | undefined {
  return node?.range ? { from: node.range[0], to: node.range[1] } : undefined;
}
