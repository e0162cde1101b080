import type { CSINode } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, integer, NAME, tableOf } from '../../tables/table-kind';

/** Columns of a CSINode (`pkg/printers/internalversion` upstream). */
export const CSI_NODE_TABLE = tableOf<CSINode>(
  [NAME, integer('Drivers', 'Drivers indicates the number of CSI drivers registered on the node'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.drivers?.length ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
