import type { Stored } from '../../tables/table-kind';
import type { StatefulSet } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf } from '../../tables/table-kind';
import { CONTAINERS, containersAndImages, IMAGES, READY_OF } from '../../tables/workload-columns';

/** Columns of a StatefulSet (`pkg/printers/internalversion` upstream). */
export const STATEFUL_SET_TABLE = tableOf<Stored<StatefulSet>>(
  [NAME, READY_OF, AGE, CONTAINERS, IMAGES],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
  ],
);
