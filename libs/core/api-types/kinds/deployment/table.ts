import type { Stored } from '../../tables/table-kind';
import type { Deployment } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { AGE, NAME, of, tableOf, text } from '../../tables/table-kind';
import {
  CONTAINERS,
  containersAndImages,
  formatSelector,
  IMAGES,
  READY_OF,
  selectorOf,
} from '../../tables/workload-columns';

/** Columns of a Deployment (`pkg/printers/internalversion` upstream). */
export const DEPLOYMENT_TABLE = tableOf<Stored<Deployment>>(
  [
    NAME,
    READY_OF,
    text('Up-to-date', of('V1DeploymentStatus', 'updatedReplicas')),
    text('Available', of('V1DeploymentStatus', 'availableReplicas')),
    AGE,
    CONTAINERS,
    IMAGES,
    selectorOf('V1DeploymentSpec'),
  ],
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
