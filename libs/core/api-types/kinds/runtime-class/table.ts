import type { RuntimeClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a RuntimeClass (`pkg/printers/internalversion` upstream). */
export const RUNTIME_CLASS_TABLE = tableOf<RuntimeClass>(
  [NAME, text('Handler', ''), AGE],
  ({ metadata, handler }, nowMs) => [metadata.name, handler, ageSince(metadata.creationTimestamp, nowMs)],
);
