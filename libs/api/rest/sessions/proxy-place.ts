import { isIP } from 'node:net';
import { badRequest, serviceUnavailable, type ApiError, type Pod } from '@orrery/api-types';

/** Parts of the name of a proxied pod or service. */
export interface ProxyName {
  readonly scheme: string;
  readonly name: string;
  /** A number or a name; empty if not given. */
  readonly port: string;
}

/** Destination of a request through a proxy. */
export interface ProxyPlace {
  readonly scheme: string;
  readonly ip: string;
  readonly port: string;
}

/** Reads `NAME`, `NAME:PORT` and `SCHEME:NAME:PORT` (`SplitSchemeNamePort` upstream). Throws 400 for other texts. */
export function readProxyName(id: string, of: 'pod' | 'service'): ProxyName {
  const parts = id.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  if (parts.length <= 3 && name !== '' && ['', 'http', 'https'].includes(scheme)) return { scheme, name, port };
  throw badRequest(`invalid ${of} request ${JSON.stringify(id)}`);
}

/** Addresses that are none of one machine among others: unspecified, loopback, of a link, of a group. */
const NOT_GLOBAL = /^(0\.0\.0\.0$|127\.|169\.254\.|22[4-9]\.|23\d\.|255\.255\.255\.255$|::1?$|fe[89ab]|ff)/i;

/**
 * Returns the destination of a pod; the first port that it declares is used where none is given. Throws 400 for a pod
 * without an address.
 */
export function placeOfPod({ spec, status }: Pod, { scheme, port }: ProxyName): ProxyPlace {
  const ip = status?.podIPs?.[0]?.ip ?? '';
  if (isIP(ip) === 0 || NOT_GLOBAL.test(ip)) throw badRequest('address not allowed');
  const first = spec.containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0];
  return { scheme, ip, port: port || String(first?.containerPort ?? (scheme === 'https' ? 443 : 80)) };
}

/** The part of a Service that is read here. */
export interface ProxiedService {
  readonly spec?: { readonly ports?: readonly { readonly port: number; readonly name?: string }[] };
}

/** The part of Endpoints that is read here. */
export interface ProxiedEndpoints {
  readonly subsets?: readonly {
    readonly addresses?: readonly EndpointAddress[];
    readonly ports?: readonly { readonly port: number; readonly name?: string }[];
  }[];
}

interface EndpointAddress {
  readonly ip: string;
  readonly targetRef?: { readonly kind?: string; readonly namespace?: string; readonly name?: string };
}

/** An endpoint of a service, with the pod that it is. */
export interface ChosenEndpoint {
  readonly place: ProxyPlace;
  readonly pod: Pod;
}

/** Parameters of the choice of an endpoint. */
export interface EndpointChoice {
  readonly wanted: ProxyName;
  /** Name as the client gave it. */
  readonly id: string;
  readonly service: ProxiedService | undefined;
  readonly endpoints: ProxiedEndpoints;
  readonly podOf: (namespace: string, name: string) => Pod | undefined;
  /** A whole number below a bound. */
  readonly chance: (bound: number) => number;
}

/**
 * Returns a ready endpoint of a service that has the port and is a pod (`ResourceLocation` of services upstream).
 * Throws 503 if there is none, or the service has no such port.
 */
export function chooseEndpoint(choice: EndpointChoice): ChosenEndpoint {
  const { wanted, id, endpoints, chance } = choice;
  const portName = portNameOf(choice);
  const { subsets = [] } = endpoints;
  if (subsets.length === 0)
    throw serviceUnavailable(`no endpoints available for service ${JSON.stringify(wanted.name)}`);
  for (const { addresses = [], ports = [] } of rotated(subsets, chance)) {
    for (const { port } of ports.filter(({ name = '' }) => name === portName)) {
      for (const { ip, targetRef } of rotated(addresses, chance)) {
        const pod = targetRef?.kind === 'Pod' && choice.podOf(targetRef.namespace ?? '', targetRef.name ?? '');
        if (!pod || !(pod.status?.podIPs ?? []).some((each) => each.ip === ip)) continue;
        return { place: { scheme: wanted.scheme, ip, port: String(port) }, pod };
      }
    }
  }
  throw serviceUnavailable(`no endpoints available for service ${JSON.stringify(id)}`);
}

/** Endpoints know ports by the names that the service gives them. */
function portNameOf({ wanted: { name, port }, service }: EndpointChoice): string {
  if (!/^[+-]?\d+$/.test(port)) return port;
  const found = service?.spec?.ports?.find((each) => each.port === Number(port));
  if (!found) throw serviceUnavailable(`no service port ${Number(port)} found for service ${JSON.stringify(name)}`);
  return found.name ?? '';
}

/** All of a list, from one of them on. */
function rotated<T>(all: readonly T[], chance: (bound: number) => number): readonly T[] {
  const first = chance(all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

/**
 * Returns the error of a destination that does not answer, in the words of Go's client.
 *
 * @param how cause: nothing listens there, or the server speaks another protocol than the request
 */
export function proxyFailure({ ip, port }: ProxyPlace, how: 'refuses' | 'speaks TLS' | 'speaks no TLS'): ApiError {
  const reach = (reason: string): ApiError => serviceUnavailable(`error trying to reach service: ${reason}`);
  if (!/^\d+$/.test(port)) return reach(`dial tcp: lookup tcp/${port}: unknown port`);
  if (Number(port) > 65535) return reach(`dial tcp: address ${port}: invalid port`);
  if (how === 'speaks no TLS') return reach('http: server gave HTTP response to HTTPS client');
  if (how === 'speaks TLS') return reach('malformed HTTP response "\\x15\\x03\\x01\\x00\\x02\\x02"');
  return reach(`dial tcp ${ip.includes(':') ? `[${ip}]` : ip}:${port}: connect: connection refused`);
}
