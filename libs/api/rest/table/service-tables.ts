import type { Endpoints, Service, ServicePort } from 'kubernetes-types/core/v1';
import type { KubeObject } from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, joined, NAME, NONE, tableOf, text, wide } from './table-kind';

type Stored<T> = Omit<T, 'metadata'> & Pick<KubeObject, 'metadata'>;
/** More addresses than these are only counted. */
const MAX_ENDPOINTS = 3;

export const SERVICE_TABLE = tableOf<Stored<Service>>(
  [
    NAME,
    text('Type', 'Type of the service.'),
    text('Cluster-IP', 'Address within the cluster.'),
    text('External-IP', 'Addresses reachable from outside of the cluster.'),
    text('Port(s)', 'Ports and protocols.'),
    AGE,
    wide(text('Selector', 'Label selector of the service.')),
  ],
  (service, nowMs) => [
    service.metadata.name,
    service.spec?.type ?? '',
    service.spec?.clusterIP || NONE,
    externalAddress(service),
    joined((service.spec?.ports ?? []).map(formatPort)),
    ageSince(service.metadata.creationTimestamp, nowMs),
    formatLabels(service.spec?.selector as Record<string, string> | undefined),
  ],
);

export const ENDPOINTS_TABLE = tableOf<Stored<Endpoints>>(
  [NAME, text('Endpoints', 'Addresses and ports of the endpoints.'), AGE],
  ({ metadata, subsets = [] }, nowMs) => {
    const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip)
        : ports.flatMap(({ port }) =>
            addresses.map(({ ip = '' }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
          ),
    );
    const more = all.length > MAX_ENDPOINTS ? ` + ${all.length - MAX_ENDPOINTS} more...` : '';
    const shown = `${joined(all.slice(0, MAX_ENDPOINTS))}${more}`;
    return [metadata.name, shown, ageSince(metadata.creationTimestamp, nowMs)];
  },
);

interface EndpointSlice extends Pick<KubeObject, 'metadata'> {
  readonly addressType?: string;
  readonly ports?: readonly { readonly port?: number }[];
  readonly endpoints?: readonly { readonly addresses: readonly string[] }[];
}

export const ENDPOINT_SLICE_TABLE = tableOf<EndpointSlice>(
  [
    NAME,
    text('AddressType', 'Address family of the endpoints.'),
    text('Ports', 'Ports of all endpoints.'),
    text('Endpoints', 'Addresses of the endpoints.'),
    AGE,
  ],
  ({ metadata, addressType = '', ports = [], endpoints = [] }, nowMs) => {
    const all = endpoints.flatMap(({ addresses }) => addresses);
    const more = all.length > MAX_ENDPOINTS ? ` + ${all.length - MAX_ENDPOINTS} more...` : '';
    const numbers = ports.map(({ port }) => (port === undefined ? '*' : String(port)));
    return [
      metadata.name,
      addressType,
      numbers.length === 0 ? '<unset>' : joined(numbers),
      all.length === 0 ? '<unset>' : `${joined(all.slice(0, MAX_ENDPOINTS))}${more}`,
      ageSince(metadata.creationTimestamp, nowMs),
    ];
  },
);

/** Labels as `a=b,c=d`, in the order of their keys. */
export function formatLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return joined(pairs.map(([key, value]) => `${key}=${value}`));
}

function externalAddress({ spec, status }: Stored<Service>): string {
  const externalIps = spec?.externalIPs ?? [];
  switch (spec?.type) {
    case 'ExternalName':
      return spec.externalName || NONE;
    case 'LoadBalancer': {
      const balancers = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
      const all = [...balancers, ...externalIps];
      return all.length === 0 ? '<pending>' : joined(all);
    }
    default:
      return joined(externalIps);
  }
}

function formatPort({ port, nodePort, protocol = 'TCP' }: ServicePort): string {
  return nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
}
