import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, parseYamlDocuments } from '@orrery/api-types';
import { CliError, ExitCode } from '../command';

/** What `kubectl get` and must-gather write; a folder may have other files, such as logs. */
const DOCUMENT = /\.(ya?ml|json)$/i;

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

/** The documents of a text, JSON or YAML; lists as they are. What is wrong with it names the file. */
export function documentsIn(text: string, file: string): unknown[] | CliError {
  try {
    if (/^\s*[{[]/.test(text)) return [parseJson(text)].flat();
  } catch {
    // YAML may begin so as well, and several texts in JSON may follow each other.
  }
  const documents = parseYamlDocuments(text);
  const wrong = documents.find(({ errors }) => errors.length > 0);
  if (wrong) return new CliError(`${file}: ${wrong.errors[0]!.message}`, ExitCode.Refused);
  return documents.map((document): unknown => document.toJS()).filter((value) => value !== null);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new CliError((error as Error).message, ExitCode.Usage);
  }
}

interface Document {
  readonly metadata?: { readonly uid?: unknown } | null;
  readonly items?: unknown;
}

/** Whether a document was read from a cluster: objects that were written by hand have no uids. */
export function isFromCluster(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { metadata, items } = value as Document;
  return typeof metadata?.uid === 'string' || (Array.isArray(items) && items.some(isFromCluster));
}
