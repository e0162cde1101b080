import type { Stored } from '../../tables/table-kind';
import type { Secret } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { countOf, DATA } from '../../tables/data-column';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a Secret (`pkg/printers/internalversion` upstream). */
export const SECRET_TABLE = tableOf<Stored<Secret>>(
  [NAME, text('Type', 'Type of the secret.'), DATA, AGE],
  ({ metadata, type, data }, nowMs) => [
    metadata.name,
    type ?? '',
    countOf(data),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
