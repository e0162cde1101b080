import { releasesUpTo } from '../releases';
import type { Stored } from '../../tables/table-kind';
import type { ServiceAccount } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { AGE, NAME, of, tableOf, text } from '../../tables/table-kind';

/** A column that went with 1.35. */
const SECRETS = { ...text('Secrets', of('V1ServiceAccount', 'secrets')), releases: releasesUpTo('1.34') };

/** Columns of a ServiceAccount (`pkg/printers/internalversion` upstream). */
export const SERVICE_ACCOUNT_TABLE = tableOf<Stored<ServiceAccount>>(
  [NAME, SECRETS, AGE],
  ({ metadata, secrets = [] }, nowMs) => [metadata.name, secrets.length, ageSince(metadata.creationTimestamp, nowMs)],
);
