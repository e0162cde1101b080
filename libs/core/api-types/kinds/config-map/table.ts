import type { Stored } from '../../tables/table-kind';
import type { ConfigMap } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { countOf, dataOf } from '../../tables/data-column';
import { AGE, NAME, tableOf } from '../../tables/table-kind';

/** Columns of a ConfigMap (`pkg/printers/internalversion` upstream). */
export const CONFIG_MAP_TABLE = tableOf<Stored<ConfigMap>>(
  [NAME, dataOf('V1ConfigMap'), AGE],
  ({ metadata, data, binaryData }, nowMs) => [
    metadata.name,
    countOf(data) + countOf(binaryData),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
