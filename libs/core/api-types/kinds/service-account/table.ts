import type { Stored } from '../../tables/table-kind';
import type { ServiceAccount } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';

import { AGE, integer, NAME, tableOf } from '../../tables/table-kind';

/** Columns of a ServiceAccount (`pkg/printers/internalversion` upstream). */
export const SERVICE_ACCOUNT_TABLE = tableOf<Stored<ServiceAccount>>(
  [NAME, integer('Secrets', 'Number of secrets referenced by the service account.'), AGE],
  ({ metadata, secrets = [] }, nowMs) => [metadata.name, secrets.length, ageSince(metadata.creationTimestamp, nowMs)],
);
