/** A URL as Go's `net/url` reads it. */
export interface GoUrl {
  readonly scheme: string;
  /** With the port, and with brackets around an address of IPv6. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly escapedPath: string;
  /** The values of each name, as they are meant. */
  readonly query: ReadonlyMap<string, readonly string[]>;
}

class UrlError extends Error {}

interface Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** Returns the error of a text as a URI of a request (`url.ParseRequestURI` of Go), in its words; undefined if it is one. */
export function requestUriError(text: string): string | undefined {
  return errorOf(text, () => checked(partsOf(text, true)));
}

/** Parses a URL that {@link requestUriError} accepts; a fragment is left out (`url.Parse`). */
export function parseGoUrl(text: string): GoUrl {
  const [plain] = text.split('#', 1) as [string];
  const { scheme, authority, path, query } = partsOf(plain, false);
  const host = unescaped(authority.slice(authority.lastIndexOf('@') + 1), 'host');
  const colon = /:\d*$/.exec(host)?.index ?? host.length;
  return {
    scheme,
    host,
    hostname: host.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: host.slice(colon + 1),
    escapedPath: escapedPath(path),
    query: queryOf(query),
  };
}

function errorOf(text: string, read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof UrlError) return `parse ${JSON.stringify(text)}: ${error.message}`;
    throw error;
  }
}

function partsOf(text: string, isRequest: boolean): Parts {
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlError('net/url: invalid control character in URL');
  if (text === '' && isRequest) throw new UrlError('empty url');
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme');
  const named = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text);
  const scheme = named ? named[1]!.toLowerCase() : '';
  const afterScheme = text.slice(named?.[0].length ?? 0);
  const mark = afterScheme.indexOf('?');
  const before = mark < 0 ? afterScheme : afterScheme.slice(0, mark);
  const query = mark < 0 ? '' : afterScheme.slice(mark + 1);
  if (text === '*') return { scheme, authority: '', path: '*', query: '' };
  if (!before.startsWith('/')) {
    // What comes after the scheme has a meaning of its own, as in `mailto:`.
    if (scheme !== '') return { scheme, authority: '', path: '', query };
    if (isRequest) throw new UrlError('invalid URI for request');
    if (before.split('/', 1)[0]!.includes(':')) throw new UrlError('first path segment in URL cannot contain colon');
  }
  if (!(before.startsWith('//') && (scheme !== '' || (!isRequest && !before.startsWith('///'))))) {
    return { scheme, authority: '', path: before, query };
  }
  const slash = before.indexOf('/', 2);
  const authority = slash < 0 ? before.slice(2) : before.slice(2, slash);
  return { scheme, authority, path: slash < 0 ? '' : before.slice(slash), query };
}

function checked({ authority, path }: Parts): void {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    throw new UrlError('net/url: invalid userinfo');
  }
  checkHost(authority.slice(at + 1));
  unescaped(path, 'path');
}

function checkHost(host: string): void {
  const isBracketed = host.startsWith('[');
  const end = host.lastIndexOf(']');
  if (isBracketed && end < 0) throw new UrlError("missing ']' in host");
  const colon = host.lastIndexOf(':');
  const port = isBracketed ? host.slice(end + 1) : colon < 0 ? '' : host.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) throw new UrlError(`invalid port ${JSON.stringify(port)} after host`);
  unescaped(host, 'host');
}

/** Characters that are escaped in a host, of those that a URL may have there. */
const NOT_IN_HOST = /[^A-Za-z0-9\-_.~$&+,;=:@!'()*[\]<>"%\u0080-\uffff]/u;

function unescaped(text: string, mode: 'host' | 'path' | 'query'): string {
  if (mode === 'host') {
    const wrong = NOT_IN_HOST.exec(text)?.[0];
    if (wrong !== undefined) throw new UrlError(`invalid character ${JSON.stringify(wrong)} in host name`);
  }
  const wrong = /%(?![0-9a-fA-F]{2}).{0,2}/su.exec(text)?.[0];
  if (wrong !== undefined) throw new UrlError(`invalid URL escape ${JSON.stringify(wrong)}`);
  const ascii = mode === 'host' ? /%(?!25)[0-7][0-9a-fA-F]/.exec(text)?.[0] : undefined;
  if (ascii !== undefined) throw new UrlError(`invalid URL escape ${JSON.stringify(ascii)}`);
  const plain = mode === 'query' ? text.replaceAll('+', ' ') : text;
  return plain.replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) => {
    const bytes = escapes
      .slice(1)
      .split('%')
      .map((digits) => parseInt(digits, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}

/** Returns a path as it was written where it is escaped correctly, else with the necessary escapes. */
function escapedPath(path: string): string {
  if (path === '*' || /^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/.test(path)) return path;
  const bytes = new TextEncoder().encode(unescaped(path, 'path'));
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (/[A-Za-z0-9\-_.~$&+,/:;=@]/.test(character)) return character;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** Pairs that are written wrongly are left out. */
function queryOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    try {
      const name = unescaped(equals < 0 ? pair : pair.slice(0, equals), 'query');
      const value = equals < 0 ? '' : unescaped(pair.slice(equals + 1), 'query');
      found.set(name, [...(found.get(name) ?? []), value]);
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
    }
  }
  return found;
}
