import {
  parse,
  parseAllDocuments,
  parseDocument,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
  type ToJSOptions,
} from 'yaml';
import { refuseDeepYaml } from './refuse-deep-yaml';

type ReadOptions = ParseOptions & DocumentOptions & SchemaOptions;

/** The one document of a YAML text, with what is wrong with it. Throws `YamlDepthError`. */
export function parseYamlDocument(text: string, options: ReadOptions = {}): Document.Parsed {
  refuseDeepYaml(text);
  return parseDocument(text, options);
}

/** The documents of a YAML text, each with what is wrong with it. Throws `YamlDepthError`. */
export function parseYamlDocuments(text: string, options: ReadOptions = {}): readonly Document.Parsed[] {
  refuseDeepYaml(text);
  const documents = parseAllDocuments(text, options);
  return Array.isArray(documents) ? documents : [];
}

/** What a YAML text of one document says. Throws `YAMLParseError` and `YamlDepthError`. */
export function parseYaml(text: string, options: ReadOptions & ToJSOptions = {}): unknown {
  refuseDeepYaml(text);
  return parse(text, options) as unknown;
}
