import type { Stored } from '../../tables/table-kind';
import type { ReplicaSet } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { tableOf } from '../../tables/table-kind';
import { containersAndImages, formatSelector, replicaColumns } from '../../tables/workload-columns';

/** Columns of a ReplicaSet (`pkg/printers/internalversion` upstream). */
export const REPLICA_SET_TABLE = tableOf<Stored<ReplicaSet>>(
  replicaColumns('V1ReplicaSetSpec', 'V1ReplicaSetStatus'),
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template?.spec),
    formatSelector(spec?.selector),
  ],
);
