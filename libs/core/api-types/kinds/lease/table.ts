import type { Lease } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a Lease (`pkg/printers/internalversion` upstream). */
export const LEASE_TABLE = tableOf<Lease>(
  [NAME, text('Holder', 'Identity of the holder of the lease.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
