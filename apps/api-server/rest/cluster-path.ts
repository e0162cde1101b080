import type { IncomingMessage } from 'node:http';

/** Names the cluster of a request whose path began with `/clusters/{name}`. */
export const CLUSTER_HEADER = 'x-orrery-cluster';

/** The cluster that answers at the root of the server. */
export const DEFAULT_CLUSTER = 'default';

const PREFIX = /^\/clusters\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?=\/|\?|$)/;

/**
 * For Fastify's `rewriteUrl`: takes `/clusters/{name}` off a path, so that one server has an address for every cluster
 * and clients need to know nothing of it. The path alone decides: a header of the client's own counts for nothing.
 */
export function rewriteClusterUrl(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = request.url ?? '/';
  const [prefix, name] = PREFIX.exec(url) ?? [];
  if (prefix === undefined || name === undefined) {
    delete request.headers[CLUSTER_HEADER];
    return url;
  }
  request.headers[CLUSTER_HEADER] = name;
  const rest = url.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The cluster that a request is for, once its path was rewritten. */
export function clusterNameOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const name = headers[CLUSTER_HEADER];
  return typeof name === 'string' && name !== '' ? name : DEFAULT_CLUSTER;
}
