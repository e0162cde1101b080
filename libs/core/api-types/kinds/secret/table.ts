import type { Stored } from '../../tables/table-kind';
import type { Secret } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { countOf, dataOf } from '../../tables/data-column';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a Secret (`pkg/printers/internalversion` upstream). */
export const SECRET_TABLE = tableOf<Stored<Secret>>(
  [NAME, text('Type', of('V1Secret', 'type')), dataOf('V1Secret'), AGE],
  ({ metadata, type, data }, nowMs) => [
    metadata.name,
    type ?? '',
    countOf(data),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
