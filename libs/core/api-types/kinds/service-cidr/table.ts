import type { ServiceCIDR } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a ServiceCIDR (`pkg/printers/internalversion` upstream). */
export const SERVICE_CIDR_TABLE = tableOf<ServiceCIDR>(
  [NAME, text('CIDRs', 'Networks that addresses of services are taken from.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    (spec?.cidrs ?? []).join(','),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
