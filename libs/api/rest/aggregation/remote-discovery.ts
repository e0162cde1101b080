import type { ApiService } from '@orrery/api-types';
import { fetchJson, identityHeaders } from '@orrery/aggregation';
import type { ClusterRuntime } from '@orrery/control-plane';
import { connectionOf } from './remote-connection';
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
  /** Undefined if the server did not say them. */
  readonly resources: readonly RemoteResource[] | undefined;
}

interface Known {
  readonly resourceVersion: string;
  readonly readAtMs: number;
  readonly resources: Promise<readonly RemoteResource[] | undefined>;
}

/** How long what a server said counts, in ms of real time; a change of its APIService ends that at once. */
const KEPT_MS = 60_000;
const TIMEOUT_MS = 5000;
const DISCOVERER = { name: 'system:kube-aggregator', groups: ['system:masters'] };

const knownOf = new WeakMap<ClusterRuntime, Map<string, Known>>();

/** The group versions of other servers with what they have; a server that does not answer is waited for once a minute. */
export async function remoteVersions(runtime: ClusterRuntime | undefined): Promise<readonly RemoteVersion[]> {
  const services = runtime ? remoteServices(runtime) : [];
  if (!runtime || services.length === 0) return [];
  const names = new Set(services.map(({ metadata }) => metadata.name));
  const known = knownOf.get(runtime);
  for (const name of known?.keys() ?? []) if (!names.has(name)) known!.delete(name);
  return Promise.all(
    services.map(async (service) => ({
      group: service.spec.group ?? '',
      version: service.spec.version ?? '',
      resources: await resourcesOf(runtime, service),
    })),
  );
}

function resourcesOf(runtime: ClusterRuntime, service: ApiService): Promise<readonly RemoteResource[] | undefined> {
  let known = knownOf.get(runtime);
  if (!known) knownOf.set(runtime, (known = new Map()));
  const { name, resourceVersion } = service.metadata;
  const nowMs = Date.now();
  const before = known.get(name);
  if (before?.resourceVersion === resourceVersion && nowMs - before.readAtMs < KEPT_MS) return before.resources;
  const resources = isAvailable(service) ? readResources(runtime, service) : Promise.resolve(undefined);
  known.set(name, { resourceVersion, readAtMs: nowMs, resources });
  return resources;
}

async function readResources(
  runtime: ClusterRuntime,
  service: ApiService,
): Promise<readonly RemoteResource[] | undefined> {
  try {
    const { url, options } = connectionOf(runtime, service);
    url.pathname = `/apis/${service.spec.group}/${service.spec.version}`;
    const headers = identityHeaders(DISCOVERER);
    const answer = (await fetchJson(url, { ...options, headers, timeoutMs: TIMEOUT_MS })) as { resources?: unknown };
    return Array.isArray(answer?.resources) ? answer.resources.filter(isResource) : undefined;
  } catch {
    // The condition of the APIService says what is wrong.
    return undefined;
  }
}

function isResource(value: unknown): value is RemoteResource {
  const { name, kind } = (value ?? {}) as Partial<RemoteResource>;
  return typeof name === 'string' && typeof kind === 'string';
}
