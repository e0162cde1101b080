import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '@orrery/settings';

/** Hosts and pages that a server answers to. */
export interface OriginPolicy {
  /** True if requests are authenticated. Without users the name in `Host` must be a loopback name. */
  readonly hasUsers: boolean;
  /** Further names that are right in `Host` and `Origin`: `name` for every port, or `name:port`. */
  readonly allowedHosts: readonly string[];
}

/**
 * Returns why a request must not be answered, because a web page of another origin may have sent it; undefined if it
 * may be.
 *
 * A page can make the browser of a person who runs a server without users send requests to it: over a WebSocket, by a
 * write without a content type, or by giving its own name the address 127.0.0.1 (DNS rebinding). The browser says so in
 * `Origin`, `Sec-Fetch-Site` or `Host`. A client that sends a bearer token is not such a page: browsers never add one
 * on their own, and Go's WebSocket library sends an `Origin` of its own.
 */
export function refusalOfOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  { hasUsers, allowedHosts }: OriginPolicy,
): string | undefined {
  const { host } = headers;
  if (!hasUsers && host !== undefined && !isLoopbackName(nameIn(host)) && !isListed(host, allowedHosts)) {
    return (
      `this server has no users, so it answers to loopback names only, and not to the host ${JSON.stringify(host)}: ` +
      'start it with --allowed-hosts NAME, or with users (--token-auth-file FILE)'
    );
  }
  if (hasUsers && /^bearer \S/i.test(headers.authorization ?? '')) return undefined;
  const { origin } = headers;
  if (origin !== undefined) {
    const asking = hostOf(origin);
    if (asking !== undefined && (asking === host || isListed(asking, allowedHosts))) return undefined;
    return (
      `requests of web pages of the origin ${JSON.stringify(origin)} are not answered: ` +
      'start the server with --allowed-hosts NAME if they should be'
    );
  }
  return isForeignFetch(method, headers) ? 'requests of web pages of other sites are not answered' : undefined;
}

/** A page of another site that embeds an address of ours; following a link to it is harmless. */
function isForeignFetch(method: string, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return !((method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate');
}

/** Host and port of an origin; undefined for `null` and for anything that is not an origin. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/\s]+)$/.exec(origin.toLowerCase())?.[1];
}

/** The name without its port. */
function nameIn(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
}

/** `localhost`, names below it (RFC 6761), and loopback addresses. */
function isLoopbackName(name: string): boolean {
  return name.endsWith('.localhost') || isLoopback(name);
}

function isListed(host: string, allowed: readonly string[]): boolean {
  return allowed.includes(host.toLowerCase()) || allowed.includes(nameIn(host));
}
