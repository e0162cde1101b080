import type { RequestOptions } from 'node:https';
import type { ApiService } from '@orrery/api-types';
import { FrontProxy, remoteServer } from '@orrery/aggregation';
import { servicesIn, type ClusterRuntime } from '@orrery/control-plane';

const proxies = new WeakMap<ClusterRuntime['record'], FrontProxy>();

/** Returns the URL and the certificates for requests of a group version. Throws `RemoteError` if there is no such server. */
export function connectionOf(
  runtime: ClusterRuntime,
  service: ApiService,
): { readonly url: URL; readonly options: RequestOptions } {
  let proxy = proxies.get(runtime.record);
  if (!proxy) proxies.set(runtime.record, (proxy = new FrontProxy(() => runtime.certificates.frontProxy)));
  const { url, options } = remoteServer(service, servicesIn(runtime.cache));
  return { url, options: { ...options, ...proxy.keys(Date.now()) } };
}
