import type { Lease } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a Lease (`pkg/printers/internalversion` upstream). */
export const LEASE_TABLE = tableOf<Lease>(
  [NAME, text('Holder', of('V1LeaseSpec', 'holderIdentity')), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
