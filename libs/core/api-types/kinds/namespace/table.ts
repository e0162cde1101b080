import type { Namespace } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a Namespace (`pkg/printers/internalversion` upstream). */
export const NAMESPACE_TABLE = tableOf<Namespace>(
  [NAME, text('Status', 'The status of the namespace'), AGE],
  ({ metadata, status }, nowMs) => [metadata.name, status?.phase ?? '', ageSince(metadata.creationTimestamp, nowMs)],
);
