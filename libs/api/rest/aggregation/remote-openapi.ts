import type { ApiService } from '@orrery/api-types';
import { fetchDocument, identityHeaders, type FetchedDocument } from '@orrery/aggregation';
import type { ClusterRuntime } from '@orrery/control-plane';
import { NO_REMOTE_OPENAPI, type RemoteOpenApi } from '../openapi/open-api';
import { partOfSwagger, type RemoteSwagger } from '../openapi/remote-swagger';
import { connectionOf } from './remote-connection';
import { RemoteReadings } from './remote-readings';
import { remoteServices } from './remote-versions';

const TIMEOUT_MS = 5000;
/** User that reads the documents (`aggregatorUser` upstream). */
const READER = { name: 'system:aggregator', groups: [] };
const V3 = '/openapi/v3';

/** The documents of the servers of one cluster. */
class RemoteDocuments {
  private readonly swaggers: RemoteReadings<RemoteSwagger>;
  private readonly places: RemoteReadings<string | undefined>;
  private lastSwaggers = NO_REMOTE_OPENAPI.swaggers;

  constructor(private readonly runtime: ClusterRuntime) {
    const ask =
      (path: string) =>
      (service: ApiService, ifNoneMatch: string | undefined): Promise<FetchedDocument | undefined> =>
        read(runtime, service, { path, ifNoneMatch });
    this.swaggers = new RemoteReadings(ask('/openapi/v2'), (document, service) =>
      partOfSwagger(document, `/${openApiPlace(service)}/`),
    );
    this.places = new RemoteReadings(ask(V3), (document, service) => placeIn(document, openApiPlace(service)));
  }

  /** Returns the parts of other servers for `/openapi/v2`. */
  async mergedV2(): Promise<RemoteOpenApi['swaggers']> {
    const remote = await this.swaggers.of(remoteServices(this.runtime), Date.now());
    const swaggers = remote.filter((each) => each !== undefined);
    const isSame =
      swaggers.length === this.lastSwaggers.length && swaggers.every((each, i) => each === this.lastSwaggers[i]);
    if (!isSame) this.lastSwaggers = swaggers.length === 0 ? NO_REMOTE_OPENAPI.swaggers : swaggers;
    return this.lastSwaggers;
  }

  /** Returns the entries of other servers for `/openapi/v3`. */
  async listedV3(): Promise<RemoteOpenApi['places']> {
    const services = remoteServices(this.runtime);
    const urls = await this.places.of(services, Date.now());
    const pairs = services.map((service, i) => [openApiPlace(service), urls[i]] as const);
    return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
  }
}

const documentsOf = new WeakMap<ClusterRuntime['record'], RemoteDocuments>();

/** Returns the OpenAPI of the servers of other group versions, as far as a path needs it. */
export async function remoteOpenApi(runtime: ClusterRuntime | undefined, path: string): Promise<RemoteOpenApi> {
  if (!runtime || remoteServices(runtime).length === 0) return NO_REMOTE_OPENAPI;
  let documents = documentsOf.get(runtime.record);
  if (!documents) documentsOf.set(runtime.record, (documents = new RemoteDocuments(runtime)));
  if (path === '/openapi/v2') return { ...NO_REMOTE_OPENAPI, swaggers: await documents.mergedV2() };
  if (path.startsWith(V3)) return { ...NO_REMOTE_OPENAPI, places: await documents.listedV3() };
  return NO_REMOTE_OPENAPI;
}

/** Returns the path of the document of a group version below `/openapi/v3/`. */
export function openApiPlace({ spec: { group = '', version = '' } }: Pick<ApiService, 'spec'>): string {
  return `apis/${group}/${version}`;
}

/** Returns the URL of a server's document of its group version, with the hash of it; undefined if the server lists none. */
function placeIn(document: unknown, place: string): string | undefined {
  const { paths } = document as { paths?: Record<string, { serverRelativeURL?: unknown } | undefined> };
  if (!paths || !Object.hasOwn(paths, place)) return undefined;
  const url = paths[place]?.serverRelativeURL;
  const path = `${V3}/${place}`;
  return typeof url === 'string' && url.startsWith(`${path}?`) ? url : path;
}

interface Wanted {
  readonly path: string;
  readonly ifNoneMatch: string | undefined;
}

async function read(
  runtime: ClusterRuntime,
  service: ApiService,
  { path, ifNoneMatch }: Wanted,
): Promise<FetchedDocument | undefined> {
  const { url, options } = connectionOf(runtime, service);
  url.pathname = path;
  return fetchDocument(url, { ...options, headers: identityHeaders(READER), timeoutMs: TIMEOUT_MS, ifNoneMatch });
}
