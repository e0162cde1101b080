import type { WebhookClient } from '@orrery/api-types';
import { WebhookError } from './call-webhook';

/** Location of a webhook in a configuration. */
export type WebhookPlace = Pick<WebhookClient, 'url' | 'service'>;

export interface WebhookAddress {
  readonly url: URL;
  /** Name in errors: a service by its name and port, not by the address behind it. */
  readonly shown: string;
  readonly serverName: string | undefined;
  /** The pod behind it, where its endpoint names one. */
  readonly pod?: { readonly namespace: string; readonly name: string } | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Lookup of services in the objects of the cluster. */
export interface ServiceLookup {
  object(resource: 'services' | 'endpoints', namespace: string, name: string): Fields | undefined;
  /** The EndpointSlices of a service. */
  slices(namespace: string, service: string): readonly Fields[];
}

interface ServicePort {
  readonly name?: string;
  readonly port?: number;
  readonly targetPort?: number | string;
}

interface ServiceSpec {
  readonly type?: string;
  readonly externalName?: string;
  readonly ports?: readonly ServicePort[];
}

interface EndpointPort {
  readonly name?: string;
  readonly port?: number;
}

interface Target {
  readonly kind?: string;
  readonly name?: string;
}

interface Slice {
  readonly endpoints?: readonly {
    readonly addresses?: readonly string[];
    readonly conditions?: { readonly ready?: boolean };
    readonly targetRef?: Target;
  }[];
  readonly ports?: readonly EndpointPort[];
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string; readonly targetRef?: Target }[];
  readonly ports?: readonly EndpointPort[];
}

/**
 * The address of a webhook. A service leads to a simulated pod, which `pod` names, or to what its `externalName`, its EndpointSlices or its
 * Endpoints name. Throws {@link WebhookError} for a service that leads nowhere (`util/proxy/proxy.go` upstream).
 */
export function webhookAddress({ url, service }: WebhookPlace, lookUp: ServiceLookup): WebhookAddress {
  if (url !== undefined) return { url: new URL(url), shown: url, serverName: undefined };
  const { namespace = '', name = '', path = '', port = 443 } = service ?? {};
  const serverName = `${name}.${namespace}.svc`;
  const found = lookUp.object('services', namespace, name);
  if (!found) throw new WebhookError(`service ${JSON.stringify(name)} not found`);
  const { type, externalName, ports = [] } = (found['spec'] ?? {}) as ServiceSpec;
  const at = (host: string, onPort: number): WebhookAddress => ({
    url: new URL(`https://${host.includes(':') ? `[${host}]` : host}:${onPort}${path}`),
    shown: `https://${serverName}:${port}${path}`,
    serverName,
  });
  if (type === 'ExternalName') return at(externalName ?? '', port);
  const servicePort = ports.find((each) => each.port === port);
  if (!servicePort) throw new WebhookError(`no service port ${port} found for service ${JSON.stringify(name)}`);
  const endpoint = endpointOf({ namespace, name, servicePort }, lookUp);
  if (!endpoint) throw new WebhookError(`no endpoints available for service ${JSON.stringify(name)}`);
  const { kind, name: podName = '' } = endpoint.target ?? {};
  return { ...at(endpoint.ip, endpoint.port), pod: kind === 'Pod' ? { namespace, name: podName } : undefined };
}

interface WantedEndpoint {
  readonly namespace: string;
  readonly name: string;
  readonly servicePort: ServicePort;
}

/** The first ready endpoint that has the port of the service, by its name. */
function endpointOf(
  { namespace, name, servicePort }: WantedEndpoint,
  lookUp: ServiceLookup,
): { readonly ip: string; readonly port: number; readonly target: Target | undefined } | undefined {
  const portOf = (ports: readonly EndpointPort[]): number | undefined =>
    ports.find((each) => (each.name ?? '') === (servicePort.name ?? ''))?.port;
  for (const slice of lookUp.slices(namespace, name) as readonly Slice[]) {
    const ready = slice.endpoints?.find(({ conditions }) => conditions?.ready !== false);
    const [ip] = ready?.addresses ?? [];
    const port = portOf(slice.ports ?? []);
    if (ip !== undefined && port !== undefined) return { ip, port, target: ready?.targetRef };
  }
  const subsets = (lookUp.object('endpoints', namespace, name)?.['subsets'] ?? []) as readonly Subset[];
  for (const { addresses = [], ports = [] } of subsets) {
    const [address] = addresses;
    const port = portOf(ports);
    if (address && port !== undefined) return { ip: address.ip, port, target: address.targetRef };
  }
  return undefined;
}
