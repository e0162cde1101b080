import {
  parse,
  parseAllDocuments,
  parseDocument,
  visit,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
  type ToJSOptions,
} from 'yaml';
import { exactNumber } from '../numbers/exact-numbers';
import { refuseDeepYaml } from './refuse-deep-yaml';

type ReadOptions = ParseOptions & DocumentOptions & SchemaOptions;

/** The one document of a YAML text, with what is wrong with it; with bigints for numbers that a double does not keep. Throws `YamlDepthError`. */
export function parseYamlDocument(text: string, options: ReadOptions = {}): Document.Parsed {
  refuseDeepYaml(text);
  return keepDigits(text, parseDocument(text, options));
}

/** The documents of a YAML text, each as {@link parseYamlDocument} gives it. Throws `YamlDepthError`. */
export function parseYamlDocuments(text: string, options: ReadOptions = {}): readonly Document.Parsed[] {
  refuseDeepYaml(text);
  const documents = parseAllDocuments(text, options);
  return Array.isArray(documents) ? documents.map((document) => keepDigits(text, document)) : [];
}

/** Possible numbers that a double cannot hold exactly: 16 digits, or 14 of a hexadecimal one. */
const LONG_NUMBER = /[\d.]{16}|0x[\da-f]{14}|0o[0-7]{18}|^%YAML/im;

/** Puts bigints where a number would lose digits (`exactInteger`), in keys as well. */
function keepDigits<T extends Document>(text: string, document: T): T {
  if (!LONG_NUMBER.test(text)) return document;
  visit(document, {
    Scalar: (_key, node) => {
      const { value, source } = node;
      if (typeof value === 'number' && source !== undefined)
        node.value = exactNumber(value, source.replaceAll('_', ''));
    },
  });
  return document;
}

/** Returns the value of a YAML text of one document. Throws `YAMLParseError` and `YamlDepthError`. */
export function parseYaml(text: string, options: ReadOptions & ToJSOptions = {}): unknown {
  refuseDeepYaml(text);
  return parse(text, options) as unknown;
}
