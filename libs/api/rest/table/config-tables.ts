import type { ConfigMap, Secret, ServiceAccount } from 'kubernetes-types/core/v1';
import type { KubeObject } from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, integer, NAME, tableOf, text } from './table-kind';

type Stored<T> = Omit<T, 'metadata'> & Pick<KubeObject, 'metadata'>;
const DATA = integer('Data', 'Number of keys.');

export const CONFIG_MAP_TABLE = tableOf<Stored<ConfigMap>>(
  [NAME, DATA, AGE],
  ({ metadata, data, binaryData }, nowMs) => [
    metadata.name,
    countOf(data) + countOf(binaryData),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const SECRET_TABLE = tableOf<Stored<Secret>>(
  [NAME, text('Type', 'Type of the secret.'), DATA, AGE],
  ({ metadata, type, data }, nowMs) => [
    metadata.name,
    type ?? '',
    countOf(data),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

export const SERVICE_ACCOUNT_TABLE = tableOf<Stored<ServiceAccount>>(
  [NAME, integer('Secrets', 'Number of secrets referenced by the service account.'), AGE],
  ({ metadata, secrets = [] }, nowMs) => [metadata.name, secrets.length, ageSince(metadata.creationTimestamp, nowMs)],
);

function countOf(data: object | undefined): number {
  return Object.keys(data ?? {}).length;
}
