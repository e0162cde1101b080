import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { momentOfHostLabel } from '@orrery/history';

/** Header with the cluster of a request whose path began with `/clusters/{name}`. */
export const CLUSTER_HEADER = 'x-orrery-cluster';

/** Header with the moment of the address, where it has one: `/clusters/{name}@{moment}`. */
export const MOMENT_HEADER = 'x-orrery-moment';

/** The cluster that answers at the root of the server. */
export const DEFAULT_CLUSTER = 'default';

/** `staging` and its moment in `staging--at-1234`, as a host is called. */
const OF_MOMENT = /^(.+?)--at-([a-z0-9-]+)$/;
const NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const PREFIX = /^\/clusters\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?:(?:@|%40)([^/?]*))?(?=\/|\?|$)/;

/**
 * Removes `/clusters/{name}` from a path, for Fastify's `rewriteUrl`, so that one server has an address for every
 * cluster and clients need not know of it. Without such a path the host decides: `{name}.localhost`, for clients that
 * drop the path of their server. The name may be followed by a moment, as `{name}@{moment}`, in a host as
 * `{name}--at-{moment}`. Headers {@link CLUSTER_HEADER} and {@link MOMENT_HEADER} that the client sends are ignored.
 */
export function rewriteClusterUrl(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = request.url ?? '/';
  const [prefix, name, moment] = PREFIX.exec(url) ?? [];
  if (prefix === undefined || name === undefined) {
    setAddress(request.headers, clusterOfHost(request.headers.host));
    return tidied(url);
  }
  setAddress(request.headers, { name, moment: moment === undefined ? undefined : decoded(moment) });
  const own = url.slice(prefix.length);
  // Newer kubectl puts the path of its server before a path given with --raw, older ones do not: the whole path is right
  // for both.
  const again = PREFIX.exec(own);
  const rest = again?.[1] === name && again[2] === moment ? own.slice(prefix.length) : own;
  return tidied(rest.startsWith('/') ? rest : `/${rest}`);
}

const OF_HOST = '.localhost';

/** Cluster and moment that an address names. */
interface ClusterAddress {
  readonly name: string;
  readonly moment?: string | undefined;
}

function setAddress(headers: IncomingHttpHeaders, address: ClusterAddress | undefined): void {
  delete headers[CLUSTER_HEADER];
  delete headers[MOMENT_HEADER];
  if (!address) return;
  headers[CLUSTER_HEADER] = address.name;
  if (address.moment !== undefined) headers[MOMENT_HEADER] = address.moment;
}

/** A moment with escapes that cannot be read is read as it is, and then names none. */
function decoded(moment: string): string {
  try {
    return decodeURIComponent(moment);
  } catch {
    return moment;
  }
}

/** `staging` of `staging.localhost:8080`, with its moment of `staging--at-1234.localhost`. */
function clusterOfHost(host: string | undefined): ClusterAddress | undefined {
  const name = host?.replace(/:\d+$/, '').toLowerCase();
  if (name === undefined || !name.endsWith(OF_HOST)) return undefined;
  const cluster = name.slice(0, -OF_HOST.length);
  if (!NAME.test(cluster)) return undefined;
  const [, ofMoment = '', label = ''] = OF_MOMENT.exec(cluster) ?? [];
  const moment = momentOfHostLabel(label);
  return moment !== undefined && NAME.test(ofMoment) ? { name: ofMoment, moment } : { name: cluster };
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

/** The moment that a request is for, once its path was rewritten; undefined: the present. */
export function momentOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const moment = headers[MOMENT_HEADER];
  return typeof moment === 'string' ? moment : undefined;
}
