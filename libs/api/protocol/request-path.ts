import { isTrue, type Query } from './query';

/** A request of the Kubernetes API, read from its path. */
export interface ApiPath {
  readonly group: string;
  readonly version: string;
  /** Namespace; undefined: all namespaces, or no namespace at all. */
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** Path after the subresource, as after `proxy/`. */
  readonly rest: string;
  /** True if the path itself asks for a watch: `/api/v1/watch/…`, which old clients use. */
  readonly isWatch: boolean;
}

/** Returns whether a request is a watch: by its path, or by its query where it names no object. */
export function isWatch({ isWatch: isWatchPath, name }: ApiPath, query: Query): boolean {
  return isWatchPath || (name === undefined && isTrue(query['watch']));
}

/**
 * Reads `/api/v1/…` and `/apis/{group}/{version}/…`; undefined for everything else. `namespaces/{ns}` is a scope
 * unless nothing, or only a subresource of the namespace itself, follows.
 */
export function parseApiPath(path: string): ApiPath | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  let decoded: string[];
  try {
    decoded = segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const [root] = decoded;
  if (root === 'api' && decoded.length >= 3) return parseResource('', decoded[1]!, decoded.slice(2));
  if (root === 'apis' && decoded.length >= 4) return parseResource(decoded[1]!, decoded[2]!, decoded.slice(3));
  return undefined;
}

/** Path segment before the path that is watched. */
const WATCH = 'watch';
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

function parseResource(group: string, version: string, given: readonly string[]): ApiPath {
  const isWatchPath = given[0] === WATCH && given.length > 1;
  const segments = isWatchPath ? given.slice(1) : given;
  const isScope =
    segments[0] === 'namespaces' && segments.length >= 3 && !(group === '' && NAMESPACE_SUBRESOURCES.has(segments[2]!));
  const own = isScope ? segments.slice(2) : segments;
  const [resource = '', name, subresource, ...rest] = own;
  return {
    group,
    version,
    namespace: isScope ? segments[1] : undefined,
    resource,
    name,
    subresource,
    rest: rest.join('/'),
    isWatch: isWatchPath,
  };
}
