import type { Stored } from '../../tables/table-kind';
import type { ServiceAccount } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';

import { AGE, type Column, integer, NAME, of, tableOf } from '../../tables/table-kind';

const SECRETS: Column = {
  ...integer('Secrets', of('V1ServiceAccount', 'secrets')),
  // No token is made for an account any more.
  releases: ['okd-legacy', 'k8s-1.20'],
};

/** Columns of a ServiceAccount (`pkg/printers/internalversion` upstream). */
export const SERVICE_ACCOUNT_TABLE = tableOf<Stored<ServiceAccount>>(
  [NAME, SECRETS, AGE],
  ({ metadata, secrets = [] }, nowMs) => [metadata.name, secrets.length, ageSince(metadata.creationTimestamp, nowMs)],
);
