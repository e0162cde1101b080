import type { Stored } from '../../tables/table-kind';
import type { Service, ServicePort } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { formatLabels } from '../../tables/labels-text';
import { AGE, joined, NAME, NONE, tableOf, text, wide, of } from '../../tables/table-kind';

/** Columns of a Service (`pkg/printers/internalversion` upstream). */
export const SERVICE_TABLE = tableOf<Stored<Service>>(
  [
    NAME,
    text('Type', of('V1ServiceSpec', 'type')),
    text('Cluster-IP', of('V1ServiceSpec', 'clusterIP')),
    text('External-IP', of('V1ServiceSpec', 'externalIPs')),
    text('Port(s)', of('V1ServiceSpec', 'ports')),
    AGE,
    wide(text('Selector', of('V1ServiceSpec', 'selector'))),
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
