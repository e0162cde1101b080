import type { Stored } from '../../tables/table-kind';
import type { ServiceAccount } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';

import { AGE, NAME, of, tableOf, text } from '../../tables/table-kind';

/** Columns of a ServiceAccount (`pkg/printers/internalversion` upstream, which dropped the secrets after 1.34). */
export const SERVICE_ACCOUNT_TABLE = tableOf<Stored<ServiceAccount>>(
  [NAME, text('Secrets', of('V1ServiceAccount', 'secrets')), AGE],
  ({ metadata, secrets = [] }, nowMs) => [metadata.name, secrets.length, ageSince(metadata.creationTimestamp, nowMs)],
);
