import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, parseYamlDocuments } from '@orrery/api-types';
import { CliError, ExitCode } from '../command';

/** Files that `kubectl get` and must-gather write; a folder may have other files, such as logs. */
const DOCUMENT = /\.(ya?ml|json)$/i;
/** Start of a further text in JSON: `kubectl cluster-info dump` writes several. */
const NEXT_JSON = /\n(?=[{[])/;

/** The files that are meant: of a folder all documents in it and below, in order of name. Throws {@link CliError}. */
export function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === '-' || !isFolder(path)) return [path];
    const inside = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => DOCUMENT.test(name));
    return inside
      .sort()
      .map((name) => join(path, name))
      .filter((file) => !isFolder(file));
  });
}

/** A document of a file. */
export interface ReadDocument {
  /** A list as it is. */
  readonly value: unknown;
  /** Its file and the line where it begins. */
  readonly place: string;
}

/** Returns the documents of a text, JSON or YAML. Errors name the file and the line. */
export function documentsIn(text: string, file: string): ReadDocument[] | CliError {
  // YAML may begin so as well.
  const json = /^\s*[{[]/.test(text) ? jsonDocuments(text, file) : undefined;
  return json ?? yamlDocuments(text, file);
}

function jsonDocuments(text: string, file: string): ReadDocument[] | undefined {
  const lineAt = lineCounter(text);
  let offset = 0;
  try {
    return text.split(NEXT_JSON).flatMap((part) => {
      const place = `${file}:${lineAt(offset)}`;
      offset += part.length + 1;
      return [parseJson(part)].flat().map((value) => ({ value, place }));
    });
  } catch {
    return undefined;
  }
}

function yamlDocuments(text: string, file: string): ReadDocument[] | CliError {
  const lineAt = lineCounter(text);
  let line = 1;
  try {
    return parseYamlDocuments(text).flatMap((document) => {
      line = lineAt(document.contents?.range?.[0] ?? document.range[0]);
      const [wrong] = document.errors;
      if (wrong) throw wrong;
      const value: unknown = document.toJS();
      return value === null ? [] : [{ value, place: `${file}:${line}` }];
    });
  } catch (error) {
    const { message, linePos } = error as Error & { readonly linePos?: readonly { readonly line: number }[] };
    return new CliError(`${file}:${linePos?.[0]?.line ?? line}: ${message.trimEnd()}`, ExitCode.Refused);
  }
}

/** Returns a function for the lines, from 1, of offsets in a text, which must come in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new CliError((error as Error).message, ExitCode.Usage);
  }
}

interface Document {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly uid?: unknown } | null;
  readonly items?: unknown;
}

/** Returns whether a document is an object of a cluster, or a list: dumps have files of other things, such as the state of etcd. */
export function isObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind } = value as Document;
  return typeof apiVersion === 'string' && typeof kind === 'string';
}

/** Returns whether a document was read from a cluster: objects that were written by hand have no uids. */
export function isFromCluster(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { metadata, items } = value as Document;
  return typeof metadata?.uid === 'string' || (Array.isArray(items) && items.some(isFromCluster));
}
