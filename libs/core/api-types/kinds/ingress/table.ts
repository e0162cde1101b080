import type { Ingress } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text } from '../../tables/table-kind';

/** More hosts than these are only counted. */
const MAX_HOSTS = 3;

/** Columns of an Ingress (`pkg/printers/internalversion` upstream). */
export const INGRESS_TABLE = tableOf<Ingress>(
  [
    NAME,
    text('Class', 'The name of the IngressClass resource that should be used for additional configuration'),
    text('Hosts', 'Hosts that incoming requests are matched against before the ingress rule'),
    text('Address', 'Address is a list containing ingress points for the load-balancer'),
    text('Ports', 'Ports of TLS configurations that open'),
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
