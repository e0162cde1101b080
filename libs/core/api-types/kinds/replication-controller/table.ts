import type { Stored } from '../../tables/table-kind';
import type { ReplicationController } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { formatLabels } from '../../tables/labels-text';
import { tableOf } from '../../tables/table-kind';
import { containersAndImages, replicaColumns } from '../../tables/workload-columns';

/** Columns of a ReplicationController (`pkg/printers/internalversion` upstream). */
export const REPLICATION_CONTROLLER_TABLE = tableOf<Stored<ReplicationController>>(
  replicaColumns('V1ReplicationControllerSpec', 'V1ReplicationControllerStatus'),
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template?.spec),
    formatLabels(spec?.selector as Record<string, string> | undefined),
  ],
);
