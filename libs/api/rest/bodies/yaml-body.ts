import { ApiError, badRequest, parseYamlDocument } from '@orrery/api-types';
import type { Body } from './decoded-body';
import { MAX_DEPTH } from './json-fields';

/** YAML anchors can make a small text large; more than this many uses of them is an attack. */
const MAX_ALIASES = 100;

/** Reads one YAML document; JSON is YAML too. Throws 400. */
export function parseYaml(text: string, isApply = false): Body {
  try {
    const strict = parseYamlDocument(text, { uniqueKeys: true });
    const duplicates = strict.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
    const document = duplicates.length === 0 ? strict : parseYamlDocument(text, { uniqueKeys: false });
    const problem = strict.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (problem)
      throw isApply ? unreadableConfiguration(problem) : badRequest(`error parsing YAML: ${problem.message}`);
    const value = document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    if (isTooDeep(value, 0)) throw badRequest('error parsing YAML: exceeded max depth');
    const texts = duplicates.map(({ linePos, pos }) => ({
      field: '',
      text: repeatedKey(linePos?.[0].line ?? 0, text.slice(pos[0])),
    }));
    return { value: value === null ? undefined : value, duplicates: texts, isYaml: true };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // Whatever the parser stumbles over, is the text's fault.
    throw badRequest(`error parsing YAML: ${(error as Error).message}`);
  }
}

/** Returns the message of Go's decoder for a key that a map has already. */
function repeatedKey(line: number, rest: string): string {
  const [, , key = ''] = /^(["']?)([^"':\n]*)/.exec(rest) ?? [];
  return `line ${line}: key ${JSON.stringify(key.trim())} already set in map`;
}

/** The text of a problem that Go's parser words in a way that clients know; others keep their first line. */
function unreadableConfiguration({ code, message }: { readonly code: string; readonly message: string }): ApiError {
  const text =
    code === 'BLOCK_AS_IMPLICIT_KEY' ? 'mapping values are not allowed in this context' : message.split('\n')[0];
  return badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${text}`);
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  for (const key of Object.keys(value)) if (isTooDeep((value as Record<string, unknown>)[key], depth + 1)) return true;
  return false;
}
