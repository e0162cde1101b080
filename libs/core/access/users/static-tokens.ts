import type { User } from '../access';
import { authenticated } from './well-known';

/** Users by their token, or what is wrong with the file. */
export type StaticTokensVerdict =
  | { readonly users: ReadonlyMap<string, User>; readonly errors?: never }
  | { readonly users?: never; readonly errors: readonly string[] };

/**
 * Reads a file of `token,user,uid` or `token,user,uid,"group1,group2"`, one user a line, as upstream's
 * `--token-auth-file`. Empty lines and lines that begin with `#` are passed over. Errors name their line and never
 * repeat a token.
 */
export function parseStaticTokens(text: string): StaticTokensVerdict {
  const users = new Map<string, User>();
  const errors: string[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const fields = fieldsOf(line);
    const problem = problemOf(fields, users);
    if (problem !== undefined) errors.push(`line ${i + 1}: ${problem}`);
    else users.set(fields![0]!, userOf(fields!));
  });
  if (errors.length === 0 && users.size === 0) errors.push('there is no token in it');
  return errors.length > 0 ? { errors } : { users };
}

function problemOf(fields: readonly string[] | undefined, users: ReadonlyMap<string, User>): string | undefined {
  if (!fields) return 'a quote is not closed';
  if (fields.length < 3) return 'needs at least token, user and uid';
  const [token, user] = fields;
  if (token === '') return 'the token is empty';
  if (user === '') return 'the user is empty';
  return users.has(token!) ? 'the token was given to another user already' : undefined;
}

function userOf([, name = '', uid = '', groups = '']: readonly string[]): User {
  const named = groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
  return authenticated({ name, ...(uid === '' ? {} : { uid }), groups: named });
}

/** The fields of a line of comma-separated values; undefined if a quote is left open. */
function fieldsOf(line: string): string[] | undefined {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:,|$)/.exec(rest);
    const plain = quoted ?? (/^\s*"/.test(rest) ? null : /^([^,]*)(?:,|$)/.exec(rest));
    if (!plain) return undefined;
    fields.push(quoted ? plain[1]!.replaceAll('""', '"') : plain[1]!.trim());
    if (!plain[0].endsWith(',')) return fields;
    rest = rest.slice(plain[0].length);
  }
}
