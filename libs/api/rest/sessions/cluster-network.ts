import { BlockList, isIP } from 'node:net';
import { ApiError, Kinds, type Pod } from '@orrery/api-types';
import { servicesOfNamespace, type ClusterRuntime } from '@orrery/control-plane';
import { hostnameOf, NoAnswer, type HttpAnswer, type HttpRequest } from '@orrery/container-shell';
import { answerOf, listenerAt } from './declared-ports';
import { chooseEndpoint, type ProxiedEndpoints, type ProxiedService } from './proxy-place';

/** A pod and the port that a request comes to there. */
interface Destination {
  readonly pod: Pod;
  readonly port: number;
}

interface ServiceObject extends ProxiedService {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: ProxiedService['spec'] & { readonly clusterIP?: string };
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * What comes of a request that a program in a container makes: to its own pod, to a pod by its address or by its name in a
 * headless service, or to a service of TCP by its name, or, within the namespace, by its address.
 */
export function requestFrom(runtime: ClusterRuntime, from: Pod): (request: HttpRequest) => HttpAnswer | NoAnswer {
  return ({ host, port, method, target }) => {
    const found = destinationOf(runtime, from, { host: host.toLowerCase(), port });
    if (typeof found === 'string') return found;
    const container = listenerAt(found.pod, found.port);
    if (!container) return NoAnswer.Refused;
    return answerOf(runtime, { pod: found.pod, container }, { method, target, port: found.port });
  };
}

function destinationOf(
  runtime: ClusterRuntime,
  from: Pod,
  { host, port }: { readonly host: string; readonly port: number },
): Destination | NoAnswer {
  const isOwn = LOOPBACK.has(host) || host === hostnameOf(from) || hasAddress(from, host);
  if (isOwn) return { pod: from, port };
  if (isIP(host) === 0) return byName(runtime, from, { host, port });
  const { namespace = '' } = from.metadata;
  const service = (servicesOfNamespace(runtime, namespace) as readonly ServiceObject[]).find(
    ({ spec }) => spec?.clusterIP === host,
  );
  if (service) return behind(runtime, service, port);
  const pod = podAt(runtime, host);
  return pod ? { pod, port } : NoAnswer.Refused;
}

function hasAddress({ status }: Pod, address: string): boolean {
  return (status?.podIPs ?? []).some(({ ip }) => ip === address);
}

/** The pod with an address: it is on the node with its range. */
function podAt({ cache }: ClusterRuntime, address: string): Pod | undefined {
  for (const { metadata, spec } of cache.list(Kinds.Node)) {
    const [network = '', length = ''] = (spec?.podCIDR ?? '').split('/');
    if (isIP(network) !== isIP(address) || length === '') continue;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const range = new BlockList();
    range.addSubnet(network, Number(length), family);
    if (range.check(address, family)) return cache.podsOn(metadata.name).find((pod) => hasAddress(pod, address));
  }
  return undefined;
}

/** `SERVICE`, `SERVICE.NAMESPACE`, with `.svc` and the domain of the cluster behind, and `POD.` before one that is headless. */
function byName(
  runtime: ClusterRuntime,
  from: Pod,
  { host, port }: { readonly host: string; readonly port: number },
): Destination | NoAnswer {
  const { cache } = runtime;
  const own = from.metadata.namespace ?? '';
  const labels = host
    .replace(/\.$/, '')
    .replace(/\.svc(\.cluster\.local)?$/, '')
    .split('.');
  const serviceAt = (namespace: string, name: string): ServiceObject | undefined =>
    cache.get({ resource: 'services', namespace, name }) as ServiceObject | undefined;
  if (labels.length <= 2) {
    const [name = '', namespace = own] = labels;
    const service = serviceAt(namespace, name);
    return service ? behind(runtime, service, port) : NoAnswer.UnknownHost;
  }
  const [podName = '', name = '', namespace = ''] = labels;
  const pod = cache.get({ resource: 'pods', namespace, name: podName }) as Pod | undefined;
  const { subdomain } = (pod?.spec ?? {}) as { readonly subdomain?: string };
  if (labels.length > 3 || !pod || subdomain !== name || !serviceAt(namespace, name)) return NoAnswer.UnknownHost;
  return { pod, port };
}

/** A ready pod behind a service; of a headless one the port is that of the pod. */
function behind({ cache }: ClusterRuntime, service: ServiceObject, port: number): Destination | NoAnswer {
  const { name, namespace = '' } = service.metadata;
  const endpoints = cache.get({ resource: 'endpoints', namespace, name }) as ProxiedEndpoints | undefined;
  const podOf = (of: string, pod: string): Pod | undefined =>
    cache.get({ resource: 'pods', namespace: of || namespace, name: pod }) as Pod | undefined;
  if (service.spec?.clusterIP === 'None') {
    const [address] = (endpoints?.subsets ?? []).flatMap(({ addresses = [] }) => addresses);
    const pod = address && podOf(address.targetRef?.namespace ?? '', address.targetRef?.name ?? '');
    return pod ? { pod, port } : NoAnswer.UnknownHost;
  }
  try {
    const { place, pod } = chooseEndpoint({
      wanted: { scheme: '', name, port: String(port) },
      id: name,
      service,
      endpoints: endpoints ?? {},
      podOf,
      chance: (bound) => Math.floor(Math.random() * bound),
    });
    return { pod, port: Number(place.port) };
  } catch (error) {
    // No such port, or no pod is ready: the node refuses for them.
    if (error instanceof ApiError) return NoAnswer.Refused;
    throw error;
  }
}
