import { fetchDocument, identityHeaders } from '@orrery/aggregation';
import type { ClusterRuntime } from '@orrery/control-plane';
import { connectionOf } from './remote-connection';
import { RemoteReadings } from './remote-readings';
import { isAvailable, remoteServices } from './remote-versions';

/** An entry of an APIResourceList. */
export interface RemoteResource {
  readonly name: string;
  readonly singularName?: string;
  readonly namespaced?: boolean;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A group version that another server answers. */
export interface RemoteVersion {
  readonly group: string;
  readonly version: string;
  /** Resources; undefined if the server did not list them. */
  readonly resources: readonly RemoteResource[] | undefined;
}

const TIMEOUT_MS = 5000;
const DISCOVERER = { name: 'system:kube-aggregator', groups: ['system:masters'] };

type Resources = RemoteReadings<readonly RemoteResource[] | undefined>;

const resourcesOf = new WeakMap<ClusterRuntime['record'], Resources>();

/**
 * Returns the group versions of other servers with their resources. A server that hangs is waited for once, when its
 * APIService is new or has changed; while its condition is that it does not answer, it has no resources.
 */
export async function remoteVersions(runtime: ClusterRuntime | undefined): Promise<readonly RemoteVersion[]> {
  const services = runtime ? remoteServices(runtime) : [];
  if (!runtime || services.length === 0) return [];
  let resources = resourcesOf.get(runtime.record);
  if (!resources) resourcesOf.set(runtime.record, (resources = readingsOf(runtime)));
  const remote = await resources.of(services, Date.now());
  return services.map((service, i) => ({
    group: service.spec.group ?? '',
    version: service.spec.version ?? '',
    resources: isAvailable(service) ? remote[i] : undefined,
  }));
}

function readingsOf(runtime: ClusterRuntime): Resources {
  return new RemoteReadings(
    (service, ifNoneMatch) => {
      const { url, options } = connectionOf(runtime, service);
      url.pathname = `/apis/${service.spec.group}/${service.spec.version}`;
      const headers = identityHeaders(DISCOVERER);
      return fetchDocument(url, { ...options, headers, timeoutMs: TIMEOUT_MS, ifNoneMatch });
    },
    (document) => {
      const { resources } = (document ?? {}) as { readonly resources?: unknown };
      return Array.isArray(resources) ? resources.filter(isResource) : undefined;
    },
  );
}

function isResource(value: unknown): value is RemoteResource {
  const { name, kind } = (value ?? {}) as Partial<RemoteResource>;
  return typeof name === 'string' && typeof kind === 'string';
}
