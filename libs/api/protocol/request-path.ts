/** A request of the Kubernetes API, read from its path. */
export interface ApiPath {
  readonly group: string;
  readonly version: string;
  /** Undefined: all namespaces, or no namespace at all. */
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** What follows the subresource, as after `proxy/`. */
  readonly rest: string;
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

const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

function parseResource(group: string, version: string, segments: readonly string[]): ApiPath {
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
  };
}
