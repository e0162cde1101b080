import type { Stored } from '../../tables/table-kind';
import type { Deployment } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { AGE, integer, NAME, tableOf } from '../../tables/table-kind';
import {
  AVAILABLE,
  CONTAINERS,
  containersAndImages,
  formatSelector,
  IMAGES,
  READY_OF,
  SELECTOR,
  UP_TO_DATE,
} from '../../tables/workload-columns';

/** Columns of a Deployment (`pkg/printers/internalversion` upstream). */
export const DEPLOYMENT_TABLE = tableOf<Stored<Deployment>>(
  [NAME, READY_OF, integer('Up-to-date', UP_TO_DATE), AVAILABLE, AGE, CONTAINERS, IMAGES, SELECTOR],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    status?.updatedReplicas ?? 0,
    status?.availableReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
    formatSelector(spec?.selector),
  ],
);
