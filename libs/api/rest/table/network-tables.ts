import type { Ingress, IngressClass, NetworkPolicy } from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, NAME, NONE, tableOf, text } from './table-kind';
import { formatSelector } from './workload-tables';

/** More hosts than these are only counted. */
const MAX_HOSTS = 3;

export const INGRESS_TABLE = tableOf<Ingress>(
  [
    NAME,
    text('Class', 'Ingress class.'),
    text('Hosts', 'Hosts of the rules.'),
    text('Address', 'Addresses of the load balancer.'),
    text('Ports', 'Ports of the load balancer.'),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec?.ingressClassName ?? NONE,
    formatHosts((spec?.rules ?? []).map(({ host }) => host ?? '')),
    formatAddresses(status?.loadBalancer?.ingress ?? []),
    spec?.tls?.length ? '80, 443' : '80',
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const INGRESS_CLASS_TABLE = tableOf<IngressClass>(
  [NAME, text('Controller', 'Controller of the class.'), text('Parameters', 'Parameters of the controller.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.controller ?? '',
    formatParameters(spec?.parameters),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const NETWORK_POLICY_TABLE = tableOf<NetworkPolicy>(
  [NAME, text('Pod-Selector', 'Label selector of the pods to which the policy applies.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    formatSelector(spec?.podSelector),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

/** A rule without a host is for all of them; behind the last host that is shown it counts as one more. */
function formatHosts(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== '');
  if (named.length === 0) return '*';
  const shown = named.slice(0, MAX_HOSTS).join(',');
  const isCut = named.length > MAX_HOSTS || (named.length === MAX_HOSTS && hosts[hosts.length - 1] === '');
  return isCut ? `${shown} + ${hosts.length - MAX_HOSTS} more...` : shown;
}

function formatAddresses(points: readonly { readonly ip?: string; readonly hostname?: string }[]): string {
  const addresses = points.map(({ ip, hostname }) => ip || hostname || '').filter((address) => address !== '');
  return [...new Set(addresses)].sort().join(',');
}

function formatParameters(parameters: NonNullable<IngressClass['spec']>['parameters']): string {
  if (!parameters) return NONE;
  const { apiGroup, kind, name } = parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
