import type { IncomingMessage } from 'node:http';

/** Names the cluster of a request whose path began with `/clusters/{name}`. */
export const CLUSTER_HEADER = 'x-orrery-cluster';

/** The cluster that answers at the root of the server. */
export const DEFAULT_CLUSTER = 'default';

const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const PREFIX = /^\/clusters\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?=\/|\?|$)/;

/**
 * For Fastify's `rewriteUrl`: takes `/clusters/{name}` off a path, so that one server has an address for every cluster
 * and clients need to know nothing of it. Without such a path the host decides: `{name}.localhost`, for clients that drop
 * the path of their server. A header {@link CLUSTER_HEADER} of the client's own counts for nothing.
 */
export function rewriteClusterUrl(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = request.url ?? '/';
  const [prefix, name] = PREFIX.exec(url) ?? [];
  if (prefix === undefined || name === undefined) {
    const ofHost = clusterOfHost(request.headers.host);
    if (ofHost === undefined) delete request.headers[CLUSTER_HEADER];
    else request.headers[CLUSTER_HEADER] = ofHost;
    return tidied(url);
  }
  request.headers[CLUSTER_HEADER] = name;
  const own = url.slice(prefix.length);
  // Newer kubectl puts the path of its server before a path given with --raw, older ones do not: the whole path is right
  // for both.
  const rest = PREFIX.exec(own)?.[1] === name ? own.slice(prefix.length) : own;
  return tidied(rest.startsWith('/') ? rest : `/${rest}`);
}

const OF_HOST = '.localhost';

/** `staging` of `staging.localhost:8080`. */
function clusterOfHost(host: string | undefined): string | undefined {
  const name = host?.replace(/:\d+$/, '').toLowerCase();
  if (name === undefined || !name.endsWith(OF_HOST)) return undefined;
  const cluster = name.slice(0, -OF_HOST.length);
  return NAME.test(cluster) ? cluster : undefined;
}

function tidied(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? withoutTrailingSlash(url) : withoutTrailingSlash(url.slice(0, query)) + url.slice(query);
}

/** Pages that are the same with a slash behind them: some clients, Python's for one, ask for `/version/`. */
const PAGES: ReadonlySet<string> = new Set([
  '.well-known',
  'graphql',
  'healthz',
  'livez',
  'metrics',
  'openapi',
  'openid',
  'readyz',
  'version',
]);

/** The path of such a page without its last slashes. */
function withoutTrailingSlash(path: string): string {
  const [, root = ''] = path.split('/', 2);
  if (!path.endsWith('/') || !PAGES.has(root)) return path;
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The cluster that a request is for, once its path was rewritten. */
export function clusterNameOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const name = headers[CLUSTER_HEADER];
  return typeof name === 'string' && name !== '' ? name : DEFAULT_CLUSTER;
}
